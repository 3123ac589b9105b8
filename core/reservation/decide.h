#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

/// The rules of the house, and the only place that knows them (DESIGN §3). Pure functions without a clock:
/// whoever has one (engine, stores, simulator, inspector) works out `leaseOver` and `pastRetention` first; a
/// world without time holds them as state. Thread-safe, allocate nothing.
namespace idem {

enum class State : std::uint8_t {
    Processing, ///< reserved, the holder works or is lost
    Done, ///< finished, the first answer is stored
    FailedBefore, ///< ended before the effect, or released after a look-up: may start again
    FailedForGood, ///< the failure itself is the answer
    Unknown, ///< nobody knows whether the effect happened
};

inline constexpr std::array allStates
    = {State::Processing, State::Done, State::FailedBefore, State::FailedForGood, State::Unknown};

/// What a repeat gets.
enum class Answer : std::uint8_t { Started, Replayed, InProgress, Conflict, OutcomeUnknown, Rejected };

/// What happens to a reservation whose lease ran out while it was processing.
enum class OnExpired : std::uint8_t {
    Reconcile, ///< ask the provider first (the default)
    TakeOver, ///< start again blindly; exists to show that it duplicates
    KeepWaiting, ///< there is no lease: in progress until the record is dropped
};

/// What a repeat gets while the first is at work.
enum class OnRunning : std::uint8_t {
    SayInProgress,
    Replay, ///< taken for accepted and dropped, as queues with a short window do
};

/// What a repeat gets after the first is done.
enum class OnDone : std::uint8_t {
    Replay, ///< the first answer
    Reject, ///< the key is used up
};

/// What a repeat gets after a failure.
enum class OnFailure : std::uint8_t {
    Replay, ///< the failure is the answer
    StartAgain,
};

/// How a key store behaves, as data: ours (the default of each member), or that of a vendor.
struct Policy
{
    OnExpired onExpired = OnExpired::Reconcile;
    OnRunning onRunning = OnRunning::SayInProgress;
    OnDone onDone = OnDone::Replay;
    OnFailure onFailureForGood = OnFailure::Replay;
    OnFailure onFailureBefore = OnFailure::StartAgain;
    bool comparesParameters = true; ///< false: a repeat with other parameters is replayed silently
    bool comparesWhileRunning = true; ///< false: such a repeat gets "in progress" while the first is at work
    bool dropsUnsettled = false; ///< past retention also a record whose outcome nobody knows counts as dropped

    bool operator==(const Policy&) const = default;
};

/// Why a request that would start may not: what stands against it is for a person or for code to change.
enum class Refusal : std::uint8_t {
    None,
    NeedsApproval, ///< irreversible, and nobody approved it yet
    OverBudget, ///< the limit of its scope would be exceeded
};

/// A record as it stands when a repeat arrives.
struct Standing
{
    State state = State::Processing;
    bool leaseOver = false; ///< matters while processing
    bool pastRetention = false; ///< the record counts as dropped
};

/// What a store has to write, in the same atomic step in which it read the record.
enum class Write : std::uint8_t {
    None,
    Create, ///< a fresh reservation: attempt 1, new token
    Again, ///< the same record reserved once more: attempt + 1, new token
};

enum class Finding : std::uint8_t { None, ReusedAfterRetention, TakenOver };

struct Decision
{
    Answer answer = Answer::Started;
    Write write = Write::None;
    bool askProvider = false; ///< only a status look-up can settle it
    Finding finding = Finding::None;
    Refusal refusal = Refusal::None; ///< with `Rejected`; none where the policy refuses a used key

    /// May the caller send the same request again later and hope for another answer?
    bool retryable() const { return answer == Answer::Started; }

    bool operator==(const Decision&) const = default;
};

/// What a request with a key gets. `record` is null where there is none. `refusal` is what would stand against
/// starting now; a repeat of what was started before is answered all the same.
Decision decide(const Standing* record, bool sameFingerprint, const Policy& policy,
                Refusal refusal = Refusal::None);

/// How a holder ends its work.
enum class Outcome : std::uint8_t { Done, FailedBefore, FailedForGood, Unknown };

/// Whether a holder with `holderToken` may still write to a record that carries `recordToken`.
enum class Finish : std::uint8_t { Applied, Stale };
Finish decideFinish(const Standing& record, std::uint64_t recordToken, std::uint64_t holderToken);

/// The state of a record whose holder ended in this way.
State finishedState(Outcome outcome);

/// Whether a holder may still extend its lease: also after it ran out, as long as nobody else holds the record.
Finish decideRenew(const Standing& record, std::uint64_t recordToken, std::uint64_t holderToken);

/// What a status look-up at the provider said.
enum class Probe : std::uint8_t { Happened, DidNotHappen, CannotTell };

/// The state of a record after the provider was asked. `DidNotHappen` is only true for good when the first
/// request can no longer arrive: the lease must be longer than a request can be under way, or the provider must
/// enforce the key or the token.
State settledState(Probe probe);

/// Whether what a status look-up said may be written to the record: only to the reservation that was asked
/// about, and never while its holder may still be at work. Where the holder itself could not tell, its request
/// may still be under way until the lease is over, so "it did not happen" counts only then.
Finish decideSettle(const Standing& record, std::uint64_t recordToken, std::uint64_t askedToken, Probe probe);

/// Whether the record is one whose outcome is known.
bool isSettled(State state);

/// Whether the record may be thrown away. One that is not settled stays for a person, however old.
bool mayPrune(const Standing& record);

std::string_view name(State state);
std::optional<State> stateNamed(std::string_view name);
std::string_view name(Answer answer); ///< snake_case, as in JSON
std::string_view name(OnExpired policy);
std::string_view name(Refusal refusal);
std::string_view name(Probe probe);

} // namespace idem
