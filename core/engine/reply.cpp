#include "core/engine/reply.h"

#include "core/text/nearest.h"

#include <algorithm>

namespace idem {

namespace {

std::string checkWith(std::string_view statusTool)
{
    return statusTool.empty() ? "check its status" : "check the status with " + std::string(statusTool);
}

std::string fields(const std::vector<std::string>& names)
{
    return names.empty() ? "other arguments" : "another value of " + joined(names);
}

std::string inProgress(const Reply& reply, std::string_view statusTool)
{
    std::string text = "This is already in progress. Don't send it again; " + checkWith(statusTool);
    if (reply.retryAfter) {
        const auto seconds = std::max<std::int64_t>(1, (reply.retryAfter->count() + 999) / 1000);
        // A lease may be long: what a model can do in the meantime is look, not wait.
        text += seconds <= 10 ? " in " + std::to_string(seconds) + " s" : std::string(" in a few seconds");
    }
    return text + ".";
}

std::string rejected(Refusal refusal)
{
    switch (refusal) {
    case Refusal::NeedsApproval:
        return "This can't be undone and nobody has approved it yet. Nothing was done: ask a person to approve "
               "it.";
    case Refusal::OverBudget:
        return "This would exceed the limit that was set for it. Nothing was done: don't try other amounts, "
               "ask a person.";
    case Refusal::None:
        break;
    }
    return "This key was used before and can't be used again. Nothing was done: ask the user what is meant.";
}

std::string ended(const Reservation& record)
{
    switch (record.state) {
    case State::Done:
        return "Done.";
    case State::FailedBefore:
        return "It failed before anything was done. It may be tried again.";
    case State::FailedForGood:
        return "It failed for good, and nothing was done. Don't try it again with the same arguments; tell the "
               "user.";
    case State::Unknown:
        return "Whether it was done is not known. Don't send it again; its outcome has to be checked first.";
    case State::Processing:
        break;
    }
    return "It was started.";
}

} // namespace

std::string Reply::sentence(std::string_view statusTool) const
{
    if (late) {
        return "This was carried out, but that could not be recorded. Don't send it again; "
            + checkWith(statusTool) + ", or ask a person.";
    }
    switch (answer) {
    case Answer::Started:
        return ended(record);
    case Answer::Replayed:
        return record.state == State::FailedForGood
            ? "This was tried before and failed for good; the first answer is repeated. Don't try it again "
              "with the same"
              " arguments; tell the user."
            : "This was already done; the first result is repeated. No further action is needed.";
    case Answer::InProgress:
        return inProgress(*this, statusTool);
    case Answer::Conflict:
        return "Nothing was done: the same action was asked for before with " + fields(differing)
            + ". Ask the user before you change or add anything.";
    case Answer::OutcomeUnknown:
        return "An earlier try ended without an outcome, so whether this was done is not known. Don't send it "
               "again; "
            + checkWith(statusTool) + ", or ask a person.";
    case Answer::Rejected:
        break;
    }
    return rejected(refusal);
}

Milliseconds retryAfter(const Reservation& record, TimePoint now)
{
    const Milliseconds whole = std::max(Milliseconds(1), record.leaseUntil - record.reservedAt);
    return std::clamp(record.leaseUntil - now, Milliseconds(1), whole);
}

} // namespace idem
