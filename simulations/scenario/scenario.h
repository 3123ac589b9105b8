#pragma once

#include "core/key/key_template.h"
#include "core/reservation/decide.h"
#include "simulations/scenario/repeats.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

/// Who repeats, from the outside in; the provider performs.
enum class Layer : std::uint8_t { User, Webhook, Runtime, Model, Tool, Sdk, Provider };
inline constexpr int layerCount = 7;
std::string_view name(Layer layer);

enum class KeyKind : std::uint8_t { None, CallId, ArgsHash, Random, Timestamp, EventId, RequestId, Template };
enum class Guard : std::uint8_t {
    None,
    CheckThenAct, ///< looks at the provider's ledger, then acts: two accesses
    CheckThenInsert, ///< reads its own record, inserts one in a second access, and finishes it
    RecordAfter, ///< reads its own record, acts, writes the record afterwards
    ClaimFirst, ///< a bare claim: inserted before the work, never finished
    Reserve, ///< processing before the work, done after it
    TwoWrites, ///< writes the key as done, then does the effect: two transactions
    OneTransaction, ///< effect and key in one atomic step: the effect is in the tool's own database
    ProviderKey, ///< sends the key, the provider enforces it
    ProviderKeyAndRecord, ///< both
    HighWaterMark, ///< keeps the highest number seen; what is not higher counts as a repeat
};
enum class RunsAs : std::uint8_t {
    Thread, ///< can't be stopped: goes on after the wrapper gave up, its result is dropped
    Async, ///< is cancelled here, but not what the provider already received
};
/// What a message carries that is sent again, an event that is delivered again, a call that is made again.
enum class Identity : std::uint8_t { New, Same };
enum class Acknowledges : std::uint8_t { AfterWork, AtOnce };
/// What a provider keeps under a key.
enum class Stores : std::uint8_t { Success, Refusals, Everything };
enum class OnUnknown : std::uint8_t { CallAgain, CheckStatus, GiveUp };
enum class ResendKey : std::uint8_t { Same, New, None };
enum class FaultKind : std::uint8_t {
    LostResponse, ///< provider: the answer is lost, the connection drops
    TimeoutAfterSuccess, ///< tool: the wrapper gives up just as the answer arrives
    CrashBeforeEffect, ///< tool: the process dies after the guard let it through and before the request is sent
    CrashBeforeRecord, ///< tool: the process dies after the effect and before it is recorded
    FailAfterEffect, ///< tool: raises after the effect; model: the model call after the tool's answer fails;
                     ///< provider: an error although it happened
    FailBeforeEffect, ///< provider: an error, and nothing happened
    DoubleDispatch, ///< runtime: the run is handed to a second worker at the same time
    ConcurrentDuplicate, ///< user, webhook, tool, provider: the same once more at the same moment
    Redelivery, ///< webhook: the event comes again although it was answered
    ReplayFromCheckpoint, ///< runtime: a finished run starts again from before its tool calls
    RewordedArgs, ///< tool: that call's free text is worded anew
    IdReuse, ///< tool: that call carries the id of the call before it
    KeyRegenerated, ///< tool: that call's key is made up anew
    KeyNotForwarded, ///< tool: its request goes without the key
    LeaseExpired, ///< tool: it sleeps past its lease between reserving and sending
    GuardStoresFailure, ///< tool: an error is stored as the final answer
    OutOfOrder, ///< webhook: that delivery arrives late
    ContextTrimmed, ///< model: forgets that it was answered, and calls again
};
inline constexpr int faultKindCount = 18;

std::string_view name(KeyKind kind);
std::string_view name(Guard guard);
std::string_view name(FaultKind kind);

struct ProviderSpec
{
    Span latency{{{0, 3'000'000}}};
    Micros network = 50'000; ///< one way
    bool acceptsKeys = true;
    Micros keepsKeys = 24LL * 3600 * 1'000'000;
    bool comparesParameters = true;
    bool statusLookup = true;
    Micros showsAfter = 0; ///< look-ups find an effect only this much later
    Stores stores = Stores::Success;
    bool replaysWhileRunning = false; ///< a repeat while the first is worked on gets "done" at once
    int rateLimit = 0; ///< requests per `ratePer`; 0: none
    Micros ratePer = 1'000'000;
    std::vector<std::string> unique; ///< arguments of a unique constraint of its own
};

/// A limit per scope, counted with the reservation.
struct BudgetSpec
{
    KeyTemplate scope;
    std::int64_t limit = 0;
    std::string amount; ///< the argument that is counted
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
    std::string sequence; ///< the argument that a high-water mark goes by
    int then = -1; ///< the tool of the next step, with the same arguments
    bool thenBeforeRecording = false; ///< one record around both steps
    std::optional<BudgetSpec> budget;
    bool approval = false; ///< rejected until approved
};

struct UserSpec
{
    Repeats sends{.after = 300'000}; ///< the same message again while there is no answer
    Identity messageId = Identity::New;
    int asksAgain = 0; ///< anew, after having been told anything but done
    Micros asksAgainAfter = 120'000'000;
};
struct WebhookSpec
{
    Micros timeout = 10'000'000;
    Repeats redelivers{.after = 5'000'000,
                       .on = AnswerSet(CallAnswer::Timeout, CallAnswer::Error, CallAnswer::Lost)};
    Identity eventId = Identity::Same;
    int receivers = 1;
    Acknowledges acknowledges = Acknowledges::AfterWork;
};
struct RuntimeSpec
{
    Repeats retries{.after = 1'000'000,
                    .on = AnswerSet(CallAnswer::Timeout, CallAnswer::Error, CallAnswer::Lost)};
    Micros restartAfter = never; ///< a crashed run is started again; never: it is not
    Micros deadLetterAfter = never; ///< what failed for the last time is delivered once more
    bool journal = false; ///< tool calls that finished are answered from it when the run is repeated
    Micros lease = never; ///< of a run: another worker gets it although the first still works
    Micros clockSkew = 0; ///< by which all workers but the first are ahead
};
struct ModelSpec
{
    Micros thinks = 400'000; ///< before the first call, and to word the final answer
    int asksAtOnce = 1; ///< the same ask in one step, under different call ids
    int asksAgainLater = 0; ///< the same ask in later steps, although it was answered
    int callsAgain = 0;
    Micros after = 800'000;
    std::vector<std::string> rewords;
    Identity callIds = Identity::New;
    nlohmann::json changes; ///< an object: what its repeats say instead
    OnUnknown onUnknown = OnUnknown::CallAgain;
    Micros checkAfter = 2'000'000;
    int checks = 5; ///< status look-ups at most
};
/// The tool's wrapper: tries again by itself, under the same call id, after a timeout or an error.
struct WrapperSpec
{
    Repeats tries{.after = 500'000, .on = AnswerSet(CallAnswer::Timeout, CallAnswer::Error, CallAnswer::Lost)};
};
struct SdkSpec
{
    Repeats resends{.after = 500'000, .on = AnswerSet(CallAnswer::Timeout, CallAnswer::Lost)};
    Micros timeout = never;
    ResendKey key = ResendKey::Same;
    bool obeysRetryAfter = true;
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
    bool approved = false;
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
