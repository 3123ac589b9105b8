#include "simulations/scenario/scenario_checks.h"

#include <array>

namespace idem {

namespace {

constexpr std::array<std::string_view, 8> keyKinds{"none",      "call_id",  "args_hash",  "random",
                                                   "timestamp", "event_id", "request_id", "template"};
constexpr std::array<std::string_view, 11> guards{
    "none",           "check_then_act", "check_then_insert", "record_after", "claim_first",
    "reserve",        "two_writes",     "one_transaction",   "provider_key", "provider_key_and_record",
    "high_water_mark"};
constexpr std::array<std::string_view, layerCount> layers{"user", "webhook", "runtime", "model",
                                                          "tool", "sdk",     "provider"};
constexpr std::array<std::string_view, faultKindCount> faultKinds{
    "lost_response",     "timeout_after_success",  "crash_before_effect", "crash_before_record",
    "fail_after_effect", "fail_before_effect",     "double_dispatch",     "concurrent_duplicate",
    "redelivery",        "replay_from_checkpoint", "reworded_args",       "id_reuse",
    "key_regenerated",   "key_not_forwarded",      "lease_expired",       "guard_stores_failure",
    "out_of_order",      "context_trimmed"};

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
    case FaultKind::FailBeforeEffect:
        return {Layer::Provider};
    case FaultKind::TimeoutAfterSuccess:
    case FaultKind::CrashBeforeEffect:
    case FaultKind::CrashBeforeRecord:
    case FaultKind::RewordedArgs:
    case FaultKind::IdReuse:
    case FaultKind::KeyRegenerated:
    case FaultKind::KeyNotForwarded:
    case FaultKind::LeaseExpired:
    case FaultKind::GuardStoresFailure:
        return {Layer::Tool};
    case FaultKind::FailAfterEffect:
        return {Layer::Tool, Layer::Model, Layer::Provider};
    case FaultKind::DoubleDispatch:
    case FaultKind::ReplayFromCheckpoint:
        return {Layer::Runtime};
    case FaultKind::ConcurrentDuplicate:
        return {Layer::User, Layer::Webhook, Layer::Tool, Layer::Provider};
    case FaultKind::Redelivery:
    case FaultKind::OutOfOrder:
        return {Layer::Webhook};
    case FaultKind::ContextTrimmed:
        return {Layer::Model};
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
