#pragma once

#include "simulations/run/cause.h"
#include "simulations/run/explanation.h"
#include "simulations/run/lookup.h"
#include "simulations/run/snapshot.h"

#include <string>
#include <vector>

namespace idem {

/// Tells the story of a trace: one line for each event that somebody would point at. One per story; the trace
/// must outlive it.
class Teller
{
public:
    explicit Teller(const Trace& trace);

    std::vector<StoryLine> tell();

private:
    void tell(const Event& event);
    void say(Weight weight, std::string what, std::string meaning = {});

    // teller_calls.cpp: who called again, and with which key
    void started(const Event& event);
    void calledAgain(const Event& event, const std::string& who);
    std::string keyMeaning(const Event& event, const CallRow& before) const;
    std::string whyRedelivered(const Event& event) const;

    // teller_answers.cpp: what callers got
    void answered(const Event& event);
    void gaveUp(const Event& event);
    void conflict(const Event& event, const std::string& who);

    // teller_outcomes.cpp: effects, crashes, records and what the user was told
    void effect(const Event& event);
    void crashed(const Event& event);
    bool isRecorded(const Event& event) const;
    void reserved(const Event& event);
    void dropped(const Event& event);
    void settled(const Event& event);
    void lookedUp(const Event& event);
    void told(const Event& event);
    std::string whyMissing(const Event& event) const;

    const CallRow& row(int call) const { return m_end.calls[static_cast<std::size_t>(call)]; }
    const LedgerRow& ledger(int effect) const { return m_end.ledger[static_cast<std::size_t>(effect)]; }
    const ToolSpec& tool(const Event& event) const;
    std::string noun(const Event& event) const { return tool(event).makes; }
    std::string key(const Event& event) const { return keyText(m_trace, event.key); }

    /// The first effect of the action of this event that has happened by then; null where there is none.
    const LedgerRow* effectBy(const Event& event) const;
    std::string firstEffect(const Event& event) const; ///< its name, or empty
    bool effectBefore(const Event& event) const { return effectBy(event) != nullptr; }

    static std::string capital(std::string text);

    const Trace& m_trace;
    Snapshot m_end;
    Causes m_causes;
    std::vector<StoryLine> m_lines;
    std::vector<int> m_firstEffect; ///< by action
    EffectCounts m_steps; ///< for the places of the steps
    std::vector<int> m_lastCall; ///< by step of an action: the tool call before, among those that act
    std::vector<int> m_request; ///< by tool call: the first request that came of it
    std::size_t m_event = 0;
    std::size_t m_duplicate = 0; ///< how many duplicates have been told of
    int m_released = -1; ///< the record that was released last, by its holder or after a look-up
    bool m_anyDropped = false;
    CallAnswer m_lookedUp = CallAnswer::None; ///< what the last look-up said
};

} // namespace idem
