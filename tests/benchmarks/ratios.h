#pragma once

#include <benchmark/benchmark.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace idem {

/// What one row of the table of ratios compares, and what is wanted of it.
struct Comparison
{
    enum class Wants {
        AtLeast, ///< speed: baseline / measured is at least `target`
        AtMost, ///< growth: measured / baseline is at most `target`
        Below, ///< no baseline: measured is below `target` itself
    };
    enum class Unit { Seconds, Bytes };

    std::string what;
    Wants wants = Wants::AtLeast;
    std::optional<double> target = std::nullopt; ///< none: for information
    Unit unit = Unit::Seconds;
    std::vector<std::pair<double, double>>
        samples{}; ///< baseline and measured, per operation, one after the other
    bool failed = false; ///< ended by an error, which the benchmark's own line shows

    /// Baseline and measured are taken in pairs, so that what else goes on in the machine meets both.
    double ratio(std::size_t sample) const;
};

/// All comparisons of one run, in the order in which they were made. Belongs to main(); one thread.
class Ratios
{
public:
    Comparison& add(Comparison comparison);

    /// A table for the README; what has no samples is left out.
    std::string markdown() const;

    /// Whether one of them ended by an error.
    bool failed() const;

private:
    std::vector<std::unique_ptr<Comparison>> m_comparisons;
};

/// One side of a comparison: a block of operations that takes long enough to be timed.
struct Block
{
    int operations = 1;
    std::function<void()> run;
};

/// The body of a benchmark: times the blocks in turn, each first as often as the other, and notes the samples.
/// An exception ends it with its message.
void compare(benchmark::State& state, Comparison& comparison, const Block& baseline, const Block& measured);

/// The same without a baseline.
void measure(benchmark::State& state, Comparison& comparison, const Block& measured);

/// Registers `body` under `name`; it is timed by compare() or measure().
void registerComparison(const std::string& name, const std::function<void(benchmark::State&)>& body);

} // namespace idem
