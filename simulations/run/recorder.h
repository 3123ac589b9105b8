#pragma once

#include "simulations/run/trace.h"
#include "simulations/world/machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace idem {

/// Turns what the steps of a growing world did into the events of a trace: adds the time, numbers calls in the
/// order in which they began, and gives keys their text. One per run.
class Recorder
{
public:
    using W = World<GrowingStorage>;

    explicit Recorder(const Plan& plan);

    void record(const W& world, const Changes& changes, Micros now);
    Trace finish(RunEnd end);

    std::size_t eventCount() const { return m_trace.events.size(); }

private:
    struct KeyHash
    {
        std::size_t operator()(const KeyName<std::uint32_t>& key) const { return hashOf(key); }
    };
    /// A key as it was when its number was looked up: most events of a call are about the same one.
    struct KnownKey
    {
        KeyName<std::uint32_t> key;
        std::int32_t number = -1;
    };

    std::int32_t keyOf(const KeyName<std::uint32_t>& key);
    std::int32_t keyOf(KnownKey& known, const KeyName<std::uint32_t>& key);
    std::string textOf(const KeyName<std::uint32_t>& key) const;

    const Plan& m_plan;
    Trace m_trace;
    std::vector<std::int32_t> m_numbers; ///< by call index of the world, -1 before it began
    std::vector<KnownKey> m_callKeys; ///< by call index of the world
    std::vector<KnownKey> m_recordKeys; ///< by record
    std::vector<Micros> m_begunAt; ///< by call index of the world
    std::unordered_map<KeyName<std::uint32_t>, std::int32_t, KeyHash> m_keys;
    std::int32_t m_callCount = 0;
};

/// call_a … call_z, call_27: the nth tool call, from 0.
std::string callIdText(std::uint32_t number);

} // namespace idem
