#include "core/reservation/decide.h"

namespace idem {

namespace {

Decision start(Write write, Refusal refusal, Finding finding = Finding::None)
{
    if (refusal != Refusal::None) {
        return {.answer = Answer::Rejected, .refusal = refusal}; // nothing was reused or taken over
    }
    return {.answer = Answer::Started, .write = write, .finding = finding};
}

Decision decideProcessing(const Standing& record, bool same, const Policy& policy, Refusal refusal)
{
    if (!record.leaseOver || policy.onExpired == OnExpired::KeepWaiting) {
        if (!same && policy.comparesWhileRunning) {
            return {.answer = Answer::Conflict};
        }
        return {.answer = policy.onRunning == OnRunning::Replay ? Answer::Replayed : Answer::InProgress};
    }
    if (policy.onExpired == OnExpired::TakeOver) {
        return start(Write::Again, refusal, Finding::TakenOver);
    }
    return {.answer = Answer::OutcomeUnknown, .askProvider = true};
}

Decision decideFailed(OnFailure onFailure, bool same, Refusal refusal)
{
    if (onFailure == OnFailure::StartAgain) {
        return start(Write::Again, refusal);
    }
    return {.answer = same ? Answer::Replayed : Answer::Conflict};
}

} // namespace

Decision decide(const Standing* record, bool sameFingerprint, const Policy& policy, Refusal refusal)
{
    if (record == nullptr) {
        return start(Write::Create, refusal);
    }
    // A record that is not settled is never dropped for its age alone: that would be a blind release.
    if (record->pastRetention && (isSettled(record->state) || policy.dropsUnsettled)) {
        return start(Write::Create, refusal, Finding::ReusedAfterRetention);
    }
    const bool same = sameFingerprint || !policy.comparesParameters;
    switch (record->state) {
    case State::Processing:
        return decideProcessing(*record, same, policy, refusal);
    case State::Done:
        return {.answer = !same                       ? Answer::Conflict
                    : policy.onDone == OnDone::Replay ? Answer::Replayed
                                                      : Answer::Rejected};
    case State::FailedForGood:
        return decideFailed(policy.onFailureForGood, same, refusal);
    case State::FailedBefore:
        return decideFailed(policy.onFailureBefore, same, refusal);
    case State::Unknown:
        break;
    }
    return {.answer = Answer::OutcomeUnknown, .askProvider = policy.onExpired == OnExpired::Reconcile};
}

Finish decideFinish(const Standing& record, std::uint64_t recordToken, std::uint64_t holderToken)
{
    const bool open = record.state == State::Processing || record.state == State::Unknown;
    return open && recordToken == holderToken ? Finish::Applied : Finish::Stale;
}

State finishedState(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Done:
        return State::Done;
    case Outcome::FailedBefore:
        return State::FailedBefore;
    case Outcome::FailedForGood:
        return State::FailedForGood;
    case Outcome::Unknown:
        break;
    }
    return State::Unknown;
}

Finish decideRenew(const Standing& record, std::uint64_t recordToken, std::uint64_t holderToken)
{
    return record.state == State::Processing && recordToken == holderToken ? Finish::Applied : Finish::Stale;
}

State settledState(Probe probe)
{
    switch (probe) {
    case Probe::Happened:
        return State::Done;
    case Probe::DidNotHappen:
        return State::FailedBefore;
    case Probe::CannotTell:
        break;
    }
    return State::Unknown;
}

Finish decideSettle(const Standing& record, std::uint64_t recordToken, std::uint64_t askedToken, Probe probe)
{
    const bool open = record.state == State::Unknown ? record.leaseOver || probe != Probe::DidNotHappen
                                                     : record.state == State::Processing && record.leaseOver;
    return open && recordToken == askedToken ? Finish::Applied : Finish::Stale;
}

bool isSettled(State state)
{
    return state != State::Processing && state != State::Unknown;
}

bool mayPrune(const Standing& record)
{
    return isSettled(record.state) && record.pastRetention;
}

std::string_view name(State state)
{
    switch (state) {
    case State::Processing:
        return "processing";
    case State::Done:
        return "done";
    case State::FailedBefore:
        return "failed_before";
    case State::FailedForGood:
        return "failed_for_good";
    case State::Unknown:
        break;
    }
    return "unknown";
}

std::optional<State> stateNamed(std::string_view wanted)
{
    for (const State state : allStates) {
        if (name(state) == wanted) {
            return state;
        }
    }
    return std::nullopt;
}

std::string_view name(Answer answer)
{
    switch (answer) {
    case Answer::Started:
        return "started";
    case Answer::Replayed:
        return "replayed";
    case Answer::InProgress:
        return "in_progress";
    case Answer::Conflict:
        return "conflict";
    case Answer::OutcomeUnknown:
        return "outcome_unknown";
    case Answer::Rejected:
        break;
    }
    return "rejected";
}

std::string_view name(OnExpired policy)
{
    switch (policy) {
    case OnExpired::Reconcile:
        return "reconcile";
    case OnExpired::TakeOver:
        return "take_over";
    case OnExpired::KeepWaiting:
        break;
    }
    return "keep_waiting";
}

std::string_view name(Refusal refusal)
{
    switch (refusal) {
    case Refusal::None:
        return "none";
    case Refusal::NeedsApproval:
        return "needs_approval";
    case Refusal::OverBudget:
        break;
    }
    return "over_budget";
}

std::string_view name(Probe probe)
{
    switch (probe) {
    case Probe::Happened:
        return "happened";
    case Probe::DidNotHappen:
        return "did_not_happen";
    case Probe::CannotTell:
        break;
    }
    return "cannot_tell";
}

} // namespace idem
