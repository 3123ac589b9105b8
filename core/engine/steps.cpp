#include "core/engine/steps.h"

#include <set>

namespace idem {

Result<StepsReply> runSteps(Engine& engine, const std::vector<ActionStep>& steps)
{
    std::set<std::string> keys;
    for (const ActionStep& step : steps) {
        if (!keys.insert(step.request.key).second) {
            return Error{
                .place = step.request.key,
                .cause
                = "two steps have the same key, so the second would be skipped as a repeat; nothing was done",
                .cure = "Name each step in its key"};
        }
    }
    StepsReply out;
    for (const ActionStep& step : steps) {
        Result<Reply> reply = engine.run(step.request, step.work, step.lookUp);
        if (!reply) {
            return reply.error();
        }
        const bool done = reply->record.state == State::Done
            && (reply->answer == Answer::Started || reply->answer == Answer::Replayed);
        out.replies.push_back(std::move(*reply));
        if (!done) {
            return out;
        }
    }
    out.finished = true;
    return out;
}

} // namespace idem
