#include "simulations/scenario/scenario_checks.h"

#include <array>

namespace idem {

namespace {

constexpr std::array<std::string_view, 8> keyKinds{"none",      "call_id",  "args_hash",  "random",
                                                   "timestamp", "event_id", "request_id", "template"};
constexpr std::array<std::string_view, 7> guards{
    "none",    "check_then_act", "record_after",           "claim_first",
    "reserve", "provider_key",   "provider_key_and_record"};
constexpr std::array<std::string_view, layerCount> layers{"user", "webhook", "runtime", "model",
                                                          "tool", "sdk",     "provider"};
constexpr std::array<std::string_view, 6> faultKinds{"lost_response",       "crash_before_effect",
                                                     "crash_before_record", "fail_after_effect",
                                                     "double_dispatch",     "redelivery"};

} // namespace

std::string_view name(Layer layer)
{
    return layers.at(static_cast<std::size_t>(layer));
}

std::string_view name(KeyKind kind)
{
    return keyKinds.at(static_cast<std::size_t>(kind));
}

std::string_view name(Guard guard)
{
    return guards.at(static_cast<std::size_t>(guard));
}

std::string_view name(FaultKind kind)
{
    return faultKinds.at(static_cast<std::size_t>(kind));
}

std::vector<std::string> keyKindNames()
{
    return {keyKinds.begin(), keyKinds.end() - 1};
}

std::vector<std::string> guardNames()
{
    return {guards.begin(), guards.end()};
}

std::vector<std::string> layerNames()
{
    return {layers.begin(), layers.end()};
}

std::vector<std::string> faultKindNames()
{
    return {faultKinds.begin(), faultKinds.end()};
}

std::vector<Layer> layersOf(FaultKind kind)
{
    switch (kind) {
    case FaultKind::LostResponse:
        return {Layer::Provider};
    case FaultKind::CrashBeforeEffect:
    case FaultKind::CrashBeforeRecord:
        return {Layer::Tool};
    case FaultKind::FailAfterEffect:
        return {Layer::Tool, Layer::Model};
    case FaultKind::DoubleDispatch:
        return {Layer::Runtime};
    case FaultKind::Redelivery:
        return {Layer::Webhook};
    }
    return {};
}

std::vector<std::string> keyContextNames()
{
    return {"run", "event", "request", "call"};
}

nlohmann::json sampleKeyContext()
{
    return {{"run", "run_1"}, {"event", "evt_1"}, {"request", "req_1"}, {"call", "call_a"}};
}

} // namespace idem
