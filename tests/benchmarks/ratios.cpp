#include "tests/benchmarks/ratios.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>

namespace idem {

namespace {

double timed(const Block& block)
{
    const auto start = std::chrono::steady_clock::now();
    block.run();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    return took.count() / block.operations;
}

double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double rest = place - static_cast<double>(below);
    const double above = values.at(std::min(below + 1, values.size() - 1));
    return values.at(below) * (1 - rest) + above * rest;
}

std::string withDigits(double value, int digits, const char* unit = "")
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*f%s", digits, value, unit);
    return text;
}

/// Three digits that count.
std::string shown(double value, const char* unit)
{
    return withDigits(value, value < 10 ? 2 : value < 100 ? 1 : 0, unit);
}

std::string shown(double value, Comparison::Unit unit)
{
    if (unit == Comparison::Unit::Bytes) {
        return shown(value, " B");
    }
    if (value < 1e-6) {
        return shown(value * 1e9, " ns");
    }
    return value < 1e-3 ? shown(value * 1e6, " µs") : shown(value * 1e3, " ms");
}

std::string targetOf(const Comparison& comparison)
{
    if (!comparison.target) {
        return "–";
    }
    switch (comparison.wants) {
    case Comparison::Wants::AtLeast:
        return "≥ " + withDigits(*comparison.target, 1);
    case Comparison::Wants::AtMost:
        return "≤ " + withDigits(*comparison.target, 1);
    case Comparison::Wants::Below:
        break;
    }
    return "< " + shown(*comparison.target, comparison.unit);
}

std::string verdictOf(const Comparison& comparison, double ratio, double measured)
{
    if (!comparison.target) {
        return "";
    }
    const double target = *comparison.target;
    const bool met = comparison.wants == Comparison::Wants::AtLeast ? ratio >= target
        : comparison.wants == Comparison::Wants::AtMost             ? ratio <= target
                                                                    : measured < target;
    return met ? "met" : "**missed**";
}

std::string rowOf(const Comparison& comparison)
{
    std::vector<double> baselines;
    std::vector<double> measured;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < comparison.samples.size(); ++i) {
        baselines.push_back(comparison.samples[i].first);
        measured.push_back(comparison.samples[i].second);
        ratios.push_back(comparison.ratio(i));
    }
    const double ratio = quantile(ratios, 0.5);
    const double middle = quantile(measured, 0.5);
    const bool alone = comparison.wants == Comparison::Wants::Below;
    const std::string spread = alone
        ? shown(quantile(measured, 0.25), comparison.unit) + " – "
            + shown(quantile(measured, 0.75), comparison.unit)
        : withDigits(quantile(ratios, 0.25), 2) + " – " + withDigits(quantile(ratios, 0.75), 2);
    return "| " + comparison.what + " | " + (alone ? "–" : shown(quantile(baselines, 0.5), comparison.unit))
        + " | " + shown(middle, comparison.unit) + " | " + (alone ? "–" : withDigits(ratio, 2)) + " | " + spread
        + " | " + std::to_string(ratios.size()) + " | " + targetOf(comparison) + " | "
        + verdictOf(comparison, ratio, middle) + " |\n";
}

} // namespace

double Comparison::ratio(std::size_t sample) const
{
    const auto [baseline, measured] = samples.at(sample);
    return wants == Wants::AtLeast ? baseline / measured : measured / baseline;
}

Comparison& Ratios::add(Comparison comparison)
{
    m_comparisons.push_back(std::make_unique<Comparison>(std::move(comparison)));
    return *m_comparisons.back();
}

std::string Ratios::markdown() const
{
    std::string rows;
    for (const auto& comparison : m_comparisons) {
        if (!comparison->samples.empty()) {
            rows += rowOf(*comparison);
        }
    }
    return rows.empty()
        ? rows
        : "| per operation, medians | baseline | Idemscope | ratio | middle half | samples | target | |\n"
          "|---|---:|---:|---:|---:|---:|---:|---|\n"
            + rows;
}

bool Ratios::failed() const
{
    return std::any_of(m_comparisons.begin(), m_comparisons.end(),
                       [](const auto& comparison) { return comparison->failed; });
}

void compare(benchmark::State& state, Comparison& comparison, const Block& baseline, const Block& measured)
{
    try {
        baseline.run(); // statements are prepared, caches are filled
        measured.run();
        bool baselineFirst = true;
        for (auto step : state) {
            std::pair<double, double> sample;
            sample.first = baselineFirst ? timed(baseline) : 0;
            sample.second = timed(measured);
            sample.first = baselineFirst ? sample.first : timed(baseline);
            baselineFirst = !baselineFirst;
            comparison.samples.push_back(sample);
            state.SetIterationTime(sample.second * measured.operations);
        }
        std::vector<double> ratios;
        for (std::size_t i = 0; i < comparison.samples.size(); ++i) {
            ratios.push_back(comparison.ratio(i));
        }
        state.counters["ratio"] = quantile(ratios, 0.5);
        state.SetItemsProcessed(state.iterations() * measured.operations);
    } catch (const std::exception& error) {
        comparison.failed = true;
        state.SkipWithError(error.what());
    }
}

void measure(benchmark::State& state, Comparison& comparison, const Block& measured)
{
    measured.run();
    for (auto step : state) {
        const double took = timed(measured);
        comparison.samples.emplace_back(0, took);
        state.SetIterationTime(took * measured.operations);
    }
    state.SetItemsProcessed(state.iterations() * measured.operations);
}

void registerComparison(const std::string& name, const std::function<void(benchmark::State&)>& body)
{
    benchmark::RegisterBenchmark(name.c_str(), body)->UseManualTime()->Unit(benchmark::kMicrosecond);
}

} // namespace idem
