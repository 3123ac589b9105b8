#include "simulations/run/recorder.h"

#include "core/fingerprint/fingerprint.h"
#include "simulations/run/draw.h"

#include <array>
#include <cstdio>

namespace idem {

namespace {

std::string number(const char* prefix, std::uint32_t n)
{
    return prefix + std::to_string(n + 1);
}

} // namespace

std::string callIdText(std::uint32_t n)
{
    return n < 26 ? std::string("call_") + static_cast<char>('a' + n) : number("call_", n);
}

std::size_t Recorder::KeyHash::operator()(const KeyName<std::uint32_t>& key) const
{
    std::uint64_t hash = static_cast<std::uint64_t>(key.kind);
    for (const std::uint32_t part : {key.base, key.run, key.event, key.request, key.call}) {
        hash = drawBits(hash, part, 0);
    }
    return static_cast<std::size_t>(hash);
}

Recorder::Recorder(const Plan& plan)
    : m_plan(plan)
{
    m_trace.scenario = plan.scenario;
    for (const PlannedArgs& args : plan.argSets) {
        m_trace.argSets.push_back(args.args);
        m_trace.argTools.push_back(args.tool);
    }
    // The common case in one allocation.
    m_trace.events.reserve(64);
}

void Recorder::record(const W& world, const Changes& changes, Micros now)
{
    m_numbers.resize(world.calls.size(), -1);
    m_begunAt.resize(world.calls.size(), 0);
    for (const Event& change : changes.events) {
        Event event = change;
        const auto index = static_cast<std::uint32_t>(change.call);
        event.at = now;
        if (event.kind == EventKind::CallStarted) {
            m_numbers[index] = m_callCount++;
            m_begunAt[index] = now;
        }
        event.call = m_numbers[index];
        event.parent = event.parent < 0 ? -1 : m_numbers[static_cast<std::uint32_t>(event.parent)];
        const bool aboutRecord = event.record >= 0;
        event.key = aboutRecord ? keyOf(world.records[static_cast<std::uint32_t>(event.record)].key)
                                : keyOf(world.calls[index].key);
        m_trace.events.push_back(event);
    }
}

Trace Recorder::finish(RunEnd end)
{
    m_trace.end = end;
    return std::move(m_trace);
}

std::int32_t Recorder::keyOf(const KeyName<std::uint32_t>& key)
{
    if (!key) {
        return -1;
    }
    const auto known = m_keys.find(key);
    if (known != m_keys.end()) {
        return known->second;
    }
    const auto index = static_cast<std::int32_t>(m_trace.keys.size());
    m_trace.keys.push_back(textOf(key));
    m_keys.emplace(key, index);
    return index;
}

std::string Recorder::textOf(const KeyName<std::uint32_t>& key) const
{
    switch (key.kind) {
    case KeyKind::None:
        return {};
    case KeyKind::CallId:
        return callIdText(key.call);
    case KeyKind::Random: {
        std::array<char, 20> text{};
        const std::uint64_t bits = drawBits(m_plan.scenario->seed, 7 + (key.request == 0 ? 1U : 0U), key.call);
        std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(bits));
        return text.data();
    }
    case KeyKind::Timestamp:
        return "at:" + std::to_string(m_begunAt[key.call] / 1000) + "ms";
    case KeyKind::EventId:
        return number("evt_", key.event);
    case KeyKind::RequestId:
        return number("req_", key.request);
    case KeyKind::ArgsHash:
    case KeyKind::Template:
        break;
    }
    for (const PlannedArgs& args : m_plan.argSets) {
        if (static_cast<std::uint32_t>(args.keyBase) != key.base) {
            continue;
        }
        if (key.kind == KeyKind::ArgsHash) {
            return "args:" + hex(fingerprint(args.args, {}).digest).substr(0, 12);
        }
        constexpr std::uint32_t none = GrowingStorage::none;
        const auto text = [](const char* prefix, std::uint32_t n) {
            return n == none ? std::string("-") : number(prefix, n);
        };
        const auto expanded = m_plan.toolSpec(args.tool).keyTemplate->expand(
            args.args,
            {{"run", text("run_", key.run)},
             {"event", text("evt_", key.event)},
             {"request", text("req_", key.request)},
             {"call", key.call == none ? std::string("-") : callIdText(key.call)}});
        return expanded ? *expanded : std::string("?");
    }
    return "?";
}

} // namespace idem
