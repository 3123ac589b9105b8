#include "core/reservation/decide.h"

namespace idem {

namespace {

Decision decideProcessing(const Standing& record, bool same, const Policy& policy)
{
    if (!record.leaseOver) {
        return {.answer = same ? Answer::InProgress : Answer::Conflict};
    }
    if (policy.onExpired == OnExpired::TakeOver) {
        return {.answer = Answer::Started, .write = Write::Again, .finding = Finding::TakenOver};
    }
    return {.answer = Answer::OutcomeUnknown, .askProvider = true};
}

} // namespace

Decision decide(const Standing* record, bool sameFingerprint, const Policy& policy)
{
    if (record == nullptr) {
        return {.answer = Answer::Started, .write = Write::Create};
    }
    if (record->pastRetention) {
        return {.answer = Answer::Started, .write = Write::Create, .finding = Finding::ReusedAfterRetention};
    }
    const bool same = sameFingerprint || !policy.comparesParameters;
    switch (record->state) {
    case State::Processing:
        return decideProcessing(*record, same, policy);
    case State::Done:
    case State::FailedForGood:
        return {.answer = same ? Answer::Replayed : Answer::Conflict};
    case State::FailedBefore:
        return {.answer = Answer::Started, .write = Write::Again};
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

Finish decideSettle(const Standing& record, std::uint64_t recordToken, std::uint64_t askedToken)
{
    const bool open = record.state == State::Unknown || (record.state == State::Processing && record.leaseOver);
    return open && recordToken == askedToken ? Finish::Applied : Finish::Stale;
}

bool mayPrune(const Standing& record)
{
    const bool settled = record.state != State::Processing && record.state != State::Unknown;
    return settled && record.pastRetention;
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
    return policy == OnExpired::TakeOver ? "take_over" : "reconcile";
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
