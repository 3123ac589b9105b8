#pragma once

#include "core/key/key_template.h"
#include "core/reservation/decide.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

/// Virtual time and durations, in microseconds.
using Micros = std::int64_t;
inline constexpr Micros never = std::numeric_limits<Micros>::max();

/// Who repeats, from the outside in; the provider performs.
enum class Layer : std::uint8_t { User, Webhook, Runtime, Model, Tool, Sdk, Provider };
inline constexpr int layerCount = 7;
std::string_view name(Layer layer);

enum class KeyKind : std::uint8_t { None, CallId, ArgsHash, Random, Timestamp, EventId, RequestId, Template };
enum class Guard : std::uint8_t {
    None,
    CheckThenAct, ///< looks at the provider's ledger, then acts: two accesses
    RecordAfter, ///< reads its own record, acts, writes the record afterwards
    ClaimFirst, ///< a bare claim: inserted before the work, never finished
    Reserve, ///< processing before the work, done after it
    ProviderKey, ///< sends the key, the provider enforces it
    ProviderKeyAndRecord, ///< both
};
enum class RunsAs : std::uint8_t {
    Thread, ///< can't be stopped: goes on after the wrapper gave up, its result is dropped
    Async, ///< is cancelled here, but not what the provider already received
};
enum class OnUnknown : std::uint8_t { CallAgain, CheckStatus, GiveUp };
enum class ResendKey : std::uint8_t { Same, New, None };
enum class FaultKind : std::uint8_t {
    LostResponse, ///< provider: the answer is lost, the connection drops
    CrashBeforeEffect, ///< tool: the process dies after the guard let it through and before the request is sent
    CrashBeforeRecord, ///< tool: the process dies after the effect and before it is recorded
    FailAfterEffect, ///< tool: raises after the effect; model: the model call after the tool's answer fails
    DoubleDispatch, ///< runtime: the run is handed to a second worker at the same time
    Redelivery, ///< webhook: the event comes again although it was answered
};

std::string_view name(KeyKind kind);
std::string_view name(Guard guard);
std::string_view name(FaultKind kind);

/// A duration that is drawn evenly from a range; a fixed one has from == to.
struct Span
{
    Micros from = 0;
    Micros to = 0;
};

struct ProviderSpec
{
    Span latency{3'000'000, 3'000'000};
    Micros network = 50'000; ///< one way
    bool acceptsKeys = true;
    Micros keepsKeys = 24LL * 3600 * 1'000'000;
    bool comparesParameters = true;
    bool statusLookup = true;
};

struct ToolSpec
{
    std::string name;
    std::string makes = "effect"; ///< the noun of its effects: invoice, refund
    Micros timeout = never;
    RunsAs runsAs = RunsAs::Thread;
    KeyKind keyKind = KeyKind::None;
    std::optional<KeyTemplate> keyTemplate;
    Guard guard = Guard::None;
    std::vector<std::string> identifies;
    Micros lease = 60'000'000;
    Micros retention = 30LL * 24 * 3600 * 1'000'000;
    OnExpired onExpired = OnExpired::Reconcile;
    Micros store = 1'000; ///< one access to the tool's own records
    int concurrency = 0; ///< calls at once in one worker; 0 is unlimited
};

struct UserSpec
{
    int sendsAgain = 0;
    Micros after = 300'000;
};
struct WebhookSpec
{
    Micros timeout = 10'000'000;
    int redelivers = 0;
    Micros after = 5'000'000;
};
struct RuntimeSpec
{
    int retries = 0; ///< of the whole turn after it failed
    Micros after = 1'000'000;
    Micros restartAfter = never; ///< a crashed run is started again; never: it is not
};
struct ModelSpec
{
    Micros thinks = 400'000; ///< before the first call, and to word the final answer
    int asksAtOnce = 1; ///< the same ask in one step, under different call ids
    int asksAgainLater = 0; ///< the same ask in later steps, although it was answered
    int callsAgain = 0;
    Micros after = 800'000;
    std::vector<std::string> rewords;
    OnUnknown onUnknown = OnUnknown::CallAgain;
    Micros checkAfter = 2'000'000;
    int checks = 5; ///< status look-ups at most
};
/// The tool's wrapper: tries again by itself, under the same call id, after a timeout or an error.
struct WrapperSpec
{
    int triesAgain = 0;
    Micros after = 500'000;
};
struct SdkSpec
{
    int resends = 0;
    Micros after = 500'000;
    Micros timeout = never;
    ResendKey key = ResendKey::Same;
};

/// The layers between the one who asks and the provider. Webhook, runtime and model take part only when the
/// file names them (the webhook also when an action starts there: a user's message may reach the agent through
/// one); tool, SDK and provider always.
struct LayersSpec
{
    UserSpec user;
    std::optional<WebhookSpec> webhook;
    std::optional<RuntimeSpec> runtime;
    std::optional<ModelSpec> model;
    WrapperSpec tool;
    SdkSpec sdk;
};

/// One time that an action is asked for, with arguments of its own where they differ.
struct AskSpec
{
    Micros at = 0;
    nlohmann::json args; ///< complete: the action's, with this ask's changes
    int worker = 0;
};

struct ActionSpec
{
    std::string name;
    int tool = 0; ///< index into Scenario::tools
    Layer by = Layer::User; ///< user, webhook, or tool (a test that calls the tool directly)
    std::vector<AskSpec> asks; ///< at least one, in time order
};

struct FaultSpec
{
    Layer layer = Layer::Tool;
    FaultKind kind = FaultKind::LostResponse;
    std::vector<int> calls; ///< which calls of that layer, counted from 1 in the order in which they start
};

/// One variant of a scenario file, complete and checked. Immutable once built; share it freely between threads.
struct Scenario
{
    std::string title;
    std::string story;
    std::string lesson;
    std::string variant; ///< "" for the base
    std::uint64_t seed = 0;
    ProviderSpec provider;
    std::vector<ToolSpec> tools;
    std::vector<ActionSpec> actions;
    LayersSpec layers;
    std::vector<FaultSpec> faults;
    nlohmann::json expect; ///< an object, empty where nothing is expected
};

} // namespace idem
