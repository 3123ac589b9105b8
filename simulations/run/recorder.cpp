#include "simulations/run/recorder.h"

#include "core/fingerprint/fingerprint.h"
#include "simulations/run/draw.h"

#include <array>
#include <cstdio>
#include <stdexcept>

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

Recorder::Recorder(const Plan& plan)
    : m_plan(plan)
{
    m_trace.scenario = plan.scenario;
    for (const PlannedArgs& args : plan.argSets) {
        m_trace.argSets.push_back(args.args);
        m_trace.argTools.push_back(args.tool);
    }
    m_trace.events.reserve(plan.likelyEvents());
    m_numbers.reserve(plan.likelyCalls());
    m_begunAt.reserve(plan.likelyCalls());
    m_callKeys.reserve(plan.likelyCalls());
}

void Recorder::record(const W& world, const Changes& changes, Micros now)
{
    m_numbers.resize(world.calls.size(), -1);
    m_begunAt.resize(world.calls.size(), 0);
    m_callKeys.resize(world.calls.size());
    m_recordKeys.resize(world.records.size());
    for (const Event& change : changes.events) {
        Event event = change;
        const auto index = static_cast<std::uint32_t>(change.call);
        event.at = now;
        if (event.kind == EventKind::CallStarted) {
            m_numbers[index] = m_callCount++;
            m_begunAt[index] = now;
        }
        event.call = m_numbers[index];
        if (event.call < 0) {
            throw std::logic_error("an event of a call that has not begun: " + std::string(name(event.kind)));
        }
        event.parent = event.parent < 0 ? -1 : m_numbers[static_cast<std::uint32_t>(event.parent)];
        const bool aboutRecord = event.record >= 0;
        event.key = aboutRecord ? keyOf(m_recordKeys[static_cast<std::uint32_t>(event.record)],
                                        world.records[static_cast<std::uint32_t>(event.record)].key)
                                : keyOf(m_callKeys[index], world.calls[index].key);
        m_trace.events.push_back(event);
    }
}

Trace Recorder::finish(RunEnd end)
{
    m_trace.end = end;
    return std::move(m_trace);
}

std::int32_t Recorder::keyOf(KnownKey& known, const KeyName<std::uint32_t>& key)
{
    if (!(known.key == key)) {
        known = {key, keyOf(key)};
    }
    return known.number;
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
    const PlannedArgs& args
        = m_plan.argSets[static_cast<std::size_t>(m_plan.setOfBase[static_cast<std::size_t>(key.base)])];
    if (key.kind == KeyKind::ArgsHash) {
        return "args:" + hex(fingerprint(args.args, {}).digest).substr(0, 12);
    }
    constexpr std::uint32_t none = GrowingStorage::none;
    const auto text
        = [](const char* prefix, std::uint32_t n) { return n == none ? std::string("-") : number(prefix, n); };
    const auto expanded = m_plan.toolSpec(args.tool).keyTemplate->expand(
        args.args,
        {{"run", text("run_", key.run)},
         {"event", text("evt_", key.event)},
         {"request", text("req_", key.request)},
         {"call", key.call == none ? std::string("-") : callIdText(key.call)}});
    return expanded ? *expanded : std::string("?");
}

} // namespace idem
