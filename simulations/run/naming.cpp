#include "simulations/run/recorder.h"
#include "simulations/run/snapshot.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace idem {

namespace {

constexpr std::array<std::string_view, 4> tolds{"nothing", "done", "failed", "in_progress"};
constexpr std::array<std::string_view, 21> events{
    "call_started",   "request_sent", "thinking_started", "thinking_ended", "call_answered", "work_ended",
    "work_cancelled", "call_died",    "response_lost",    "key_checked",    "key_decided",   "key_finished",
    "key_stale",      "key_settled",  "lease_over",       "key_dropped",    "looked_up",     "effect_happened",
    "effect_shown",   "crashed",      "user_told"};

/// Two decimals at most and one at least: "2.0 s", "2.05 s".
std::string decimal(double value, const char* unit)
{
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    std::string number = text.data();
    if (number.back() == '0') {
        number.pop_back();
    }
    return number + " " + unit;
}

std::string shown(const nlohmann::json& value)
{
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

std::string_view name(Told told)
{
    return tolds.at(static_cast<std::size_t>(told));
}

std::string_view name(EventKind kind)
{
    return events.at(static_cast<std::size_t>(kind));
}

std::string callName(const Trace& /*trace*/, const CallRow& call)
{
    const auto ordinal = static_cast<std::uint32_t>(call.ordinal);
    const auto numbered = [&](const char* prefix) { return prefix + std::to_string(ordinal + 1); };
    switch (call.layer) {
    case Layer::User:
        return numbered("message_");
    case Layer::Webhook:
        return numbered("delivery_");
    case Layer::Runtime:
        return numbered("run_");
    case Layer::Model:
        return numbered("turn_");
    case Layer::Tool:
        return call.reason == Reason::StatusCheck
            ? numbered("status_")
            : callIdText(ordinal) + (call.step > 0 ? "·" + std::to_string(call.step + 1) : "")
                + (call.attempt > 1 ? "#" + std::to_string(call.attempt) : "");
    case Layer::Sdk:
        return numbered("sdk_");
    case Layer::Provider:
        break;
    }
    return numbered("request_");
}

std::string effectName(const Trace& trace, const LedgerRow& row)
{
    const int tool = trace.argTools[static_cast<std::size_t>(row.args)];
    const std::string& noun = trace.scenario->tools[static_cast<std::size_t>(tool)].makes;
    // Short nouns stay whole: credit_1, and inv_1 for an invoice.
    return (noun.size() <= 6 ? noun : noun.substr(0, 3)) + "_" + std::to_string(row.effect + 1);
}

std::string keyText(const Trace& trace, int key)
{
    return key < 0 ? std::string("—") : trace.keys[static_cast<std::size_t>(key)];
}

std::string spaced(std::string_view word)
{
    std::string text(word);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::string durationText(Micros duration)
{
    constexpr Micros second = 1'000'000;
    if (duration == never) {
        return "never";
    }
    if (duration == 0) {
        return "0 s";
    }
    if (duration < 1000) {
        return std::to_string(duration) + " µs";
    }
    if (duration < second) {
        const std::string text = decimal(static_cast<double>(duration) / 1000, "ms");
        const std::size_t zero = text.find(".0 ms");
        return zero == std::string::npos ? text : text.substr(0, zero) + " ms";
    }
    if (duration < 120 * second) {
        return decimal(static_cast<double>(duration) / static_cast<double>(second), "s");
    }
    const Micros minutes = duration / (60 * second);
    if (minutes < 120) {
        const Micros seconds = duration / second % 60;
        return std::to_string(minutes) + " min" + (seconds == 0 ? "" : " " + std::to_string(seconds) + " s");
    }
    const Micros hours = minutes / 60;
    if (hours < 72) {
        return std::to_string(hours) + " h"
            + (minutes % 60 == 0 ? "" : " " + std::to_string(minutes % 60) + " min");
    }
    return std::to_string(hours / 24) + " d" + (hours % 24 == 0 ? "" : " " + std::to_string(hours % 24) + " h");
}

std::string differenceText(const Trace& trace, int firstArgs, int secondArgs)
{
    if (firstArgs < 0 || secondArgs < 0) {
        return {};
    }
    const nlohmann::json& first = trace.argSets[static_cast<std::size_t>(firstArgs)];
    const nlohmann::json& second = trace.argSets[static_cast<std::size_t>(secondArgs)];
    std::vector<std::string> fields;
    for (const ToolSpec& tool : trace.scenario->tools) {
        fields.insert(fields.end(), tool.identifies.begin(), tool.identifies.end());
    }
    std::string text;
    for (const auto& [field, value] : second.items()) {
        const bool identifies
            = fields.empty() || std::find(fields.begin(), fields.end(), field) != fields.end();
        if (identifies && first.value(field, nlohmann::json()) != value) {
            text += (text.empty() ? "" : ", ") + field + " " + shown(value) + " instead of "
                + shown(first.value(field, nlohmann::json()));
        }
    }
    return text;
}

} // namespace idem
