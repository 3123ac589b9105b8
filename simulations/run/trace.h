#pragma once

#include "simulations/scenario/scenario.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace idem {

/// What the user was told in the end.
enum class Told : std::uint8_t { Nothing, Done, Failed, InProgress };
std::string_view name(Told told);

enum class EventKind : std::uint8_t {
    CallStarted, ///< a call begins: its layer waits from now on (for the provider: the request arrived)
    RequestSent, ///< call = the SDK call; on its way to the provider
    ThinkingStarted, ///< call = the model call
    ThinkingEnded,
    CallAnswered, ///< the one who waits for `call` has an answer (a timeout is one): the bar ends
    WorkEnded, ///< the work of `call` ends now, though its caller gave up before: the hatched bar ends
    WorkCancelled, ///< the same, because it was cancelled with its caller (async)
    CallDied, ///< the process that ran `call` is gone
    ResponseLost, ///< call = the provider call whose answer does not arrive
    KeyChecked, ///< own record or ledger read, nothing written; answer says what was found
    KeyDecided, ///< decide() was asked and applied; answer, record, token
    KeyFinished, ///< the record is done (answer Done), failed (Error) or unknown (OutcomeUnknown)
    KeyStale, ///< a late finish was refused, nothing changed
    KeySettled, ///< after a status look-up: Done, Error (released) or OutcomeUnknown
    LeaseOver, ///< record
    KeyDropped, ///< record: past its retention
    LookedUp, ///< a status look-up at the provider was answered; answer Done, InProgress or NotFound
    EffectHappened, ///< a row in the ledger
    EffectShown, ///< look-ups find it from now on
    Crashed, ///< worker
    UserTold, ///< action, told
};
std::string_view name(EventKind kind);

/// Why a call was started.
enum class Reason : std::uint8_t {
    First, ///< nobody had asked before
    SentAgain, ///< user
    Redelivered, ///< webhook
    RunRetried, ///< runtime, the turn had failed
    Restarted, ///< runtime, the process had died
    DoubleDispatched, ///< runtime, two workers have the same run
    AskedAtOnce, ///< model, a second call in the same step
    AskedLater, ///< model, the same ask in a later step
    CalledAgain, ///< model, after an answer that it did not like
    TriedAgain, ///< the tool's wrapper, under the same call id
    Resent, ///< SDK
    AskedAgain, ///< the scenario itself asks again
    StatusCheck, ///< a read: the status tool
    Duplicated, ///< a fault: the same once more at the same moment
    FromCheckpoint, ///< runtime: a finished run starts again from before its tool calls
    DeadLettered, ///< runtime: what had failed for the last time is delivered once more
    LeaseLost, ///< runtime: the run was silent for too long, another worker has it
    NextStep, ///< tool: the next step of the action
    FromJournal, ///< tool: not carried out, the journal has its answer
    Forgot, ///< model: no longer knows that it was answered
};

/// One thing that happened. Unused numbers are -1. Plain data, so that millions are cheap.
struct Event
{
    Micros at = 0;
    EventKind kind = EventKind::CallStarted;
    Layer layer = Layer::User; ///< of `call`
    CallAnswer answer = CallAnswer::None;
    Reason reason = Reason::First;
    Told told = Told::Nothing;
    bool raised = false; ///< the model call or run ended by an error of its own, not by an answer
    bool ownTable = false; ///< record lives in the tool's own table; else in the provider's
    std::int32_t call = -1; ///< calls are numbered in the order of their CallStarted events
    std::int32_t parent = -1; ///< the call of the layer above that caused it
    std::int32_t action = -1;
    std::int32_t attempt = 0; ///< which try of its layer for this parent (tool: under this call id), from 1
    std::int32_t callId = -1; ///< tool: which call id, from 0; the wrapper's own tries share one
    std::int32_t args = -1; ///< index into Trace::argSets
    std::int32_t key = -1; ///< index into Trace::keys
    std::int32_t record = -1; ///< reservations are numbered in the order in which they were created
    std::int32_t token = -1;
    std::int32_t effect = -1; ///< the ledger's rows, from 0
    std::int32_t worker = -1;
};

enum class RunEnd : std::uint8_t { Finished, Stopped, TooManyEvents };

/// Everything that a run yields. Tables, timeline, verdict, explanation, JSON and pictures are functions of it.
/// Immutable once made; share it freely between threads.
struct Trace
{
    std::shared_ptr<const Scenario> scenario;
    std::vector<Event> events; ///< in time order
    std::vector<std::string> keys; ///< the text of every key that occurred
    std::vector<nlohmann::json> argSets; ///< the arguments of every distinct wording
    std::vector<int> argTools; ///< the tool that each of them is for: the step of its action
    RunEnd end = RunEnd::Finished;

    Micros length() const { return events.empty() ? 0 : events.back().at; }
};

} // namespace idem
