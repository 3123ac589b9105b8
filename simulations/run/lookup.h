#pragma once

#include "simulations/run/trace.h"

#include <vector>

namespace idem {

/// The tool that a call with these arguments uses: the step of its action. `args` is an index into
/// Trace::argSets, or -1 where the call has none yet: then the tool that the action starts with.
inline const ToolSpec& toolOf(const Trace& trace, int action, int args)
{
    const ActionSpec& spec = trace.scenario->actions[static_cast<std::size_t>(action)];
    const int tool = args < 0 ? spec.tool : trace.argTools[static_cast<std::size_t>(args)];
    return trace.scenario->tools[static_cast<std::size_t>(tool)];
}

/// The tools that an action goes through, in order: one effect each is what there should be.
inline std::vector<int> stepsOf(const Scenario& scenario, const ActionSpec& action)
{
    std::vector<int> steps;
    for (int at = action.tool; at >= 0; at = scenario.tools[static_cast<std::size_t>(at)].then) {
        steps.push_back(at);
    }
    return steps;
}

/// Counts effects by action and step. Lives as long as the trace.
class EffectCounts
{
public:
    explicit EffectCounts(const Trace& trace)
        : m_trace(trace)
        , m_tools(trace.scenario->tools.size())
        , m_counts(trace.scenario->actions.size() * m_tools, 0)
    {
    }

    /// One more; how many there are with it.
    int add(int action, int args) { return ++m_counts[place(action, stepOf(args))]; }
    int of(int action, int tool) const { return m_counts[place(action, tool)]; }
    int stepOf(int args) const { return m_trace.argTools[static_cast<std::size_t>(args)]; }

    /// A number of its own for each step of each action, below size().
    std::size_t place(int action, int tool) const
    {
        return static_cast<std::size_t>(action) * m_tools + static_cast<std::size_t>(tool);
    }
    std::size_t size() const { return m_counts.size(); }

private:
    const Trace& m_trace;
    std::size_t m_tools;
    std::vector<int> m_counts;
};

/// Is this an event of a tool call that is carried out? A look-up reads, and what the journal answers is not.
inline bool acts(Layer layer, Reason reason)
{
    return layer == Layer::Tool && reason != Reason::StatusCheck && reason != Reason::FromJournal;
}

/// Has the action a user who waits for word? One that an event or a test starts has none.
inline bool hasUser(const ActionSpec& action)
{
    return action.by == Layer::User;
}

} // namespace idem
