#include "simulations/run/verdict.h"

#include "simulations/run/lookup.h"

#include <algorithm>
#include <cmath>

namespace idem {

namespace {

/// Counts the events of a trace, one by one.
class Judge
{
public:
    explicit Judge(const Trace& trace)
        : m_actions(trace.scenario->actions.size())
        , m_effects(trace)
    {
        m_verdict.perAction.resize(m_actions.size());
    }

    void count(const Event& event)
    {
        if (event.record >= 0) {
            followRecord(event);
        }
        switch (event.kind) {
        case EventKind::CallStarted:
            return started(event);
        case EventKind::CallAnswered:
            return acts(event.layer, event.reason) ? answered(event.answer) : void();
        case EventKind::EffectHappened: {
            Progress& progress = m_actions[index(event.action)];
            ++verdictOf(event).effects;
            if (m_effects.add(event.action, event.args) == 1) {
                progress.lastStep = event.at;
            }
            return;
        }
        case EventKind::UserTold:
            return told(event);
        case EventKind::KeyStale:
            ++m_verdict.stale;
            return;
        case EventKind::LookedUp:
            ++m_verdict.statusLookups;
            return;
        default:
            return;
        }
    }

    Verdict close(const Trace& trace)
    {
        for (const OpenRecord& record : m_records) {
            if (record.open) {
                ++m_verdict.stuck;
                ++m_verdict.perAction[index(record.action)].stuck;
            }
        }
        m_verdict.actions = static_cast<int>(m_actions.size());
        m_verdict.safe = trace.end == RunEnd::Finished;
        m_verdict.knewAfter = 0;
        bool anyUser = false;
        for (std::size_t i = 0; i < m_actions.size(); ++i) {
            const ActionSpec& spec = trace.scenario->actions[i];
            closeAction(i, stepsOf(*trace.scenario, spec), hasUser(spec));
            anyUser = anyUser || hasUser(spec);
        }
        if (!anyUser) {
            m_verdict.told = name(Told::Nothing);
            m_verdict.knewAfter.reset();
        }
        const double perAction = static_cast<double>(m_verdict.providerCalls)
            / std::max(1.0, static_cast<double>(m_verdict.actions));
        m_verdict.amplification = std::round(perAction * 100) / 100;
        return std::move(m_verdict);
    }

private:
    /// When things happened to an action; -1 for not yet.
    struct Progress
    {
        Micros firstAsk = -1;
        Micros lastStep = -1; ///< when the last of its steps took effect for the first time
        Micros toldSince = -1; ///< since when the user has been told the same
    };
    struct OpenRecord
    {
        int action = 0;
        bool open = false; ///< reserved or of unknown outcome, and not finished yet
    };

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }
    ActionVerdict& verdictOf(const Event& event) { return m_verdict.perAction[index(event.action)]; }

    void started(const Event& event)
    {
        m_verdict.calls += acts(event.layer, event.reason) ? 1 : 0;
        if (event.layer == Layer::Provider) {
            ++m_verdict.providerCalls;
            ++verdictOf(event).providerCalls;
        }
        Progress& progress = m_actions[index(event.action)];
        progress.firstAsk = progress.firstAsk < 0 ? event.at : progress.firstAsk;
    }

    void told(const Event& event)
    {
        ActionVerdict& action = verdictOf(event);
        Progress& progress = m_actions[index(event.action)];
        if (progress.toldSince < 0 || action.told != event.told) {
            progress.toldSince = event.at;
        }
        action.told = event.told;
    }

    void answered(CallAnswer answer)
    {
        switch (answer) {
        case CallAnswer::Replayed:
            ++m_verdict.replayed;
            return;
        case CallAnswer::InProgress:
            ++m_verdict.inProgress;
            return;
        case CallAnswer::Conflict:
            ++m_verdict.conflict;
            return;
        case CallAnswer::OutcomeUnknown:
            ++m_verdict.unknown;
            return;
        case CallAnswer::Rejected:
            ++m_verdict.rejected;
            return;
        case CallAnswer::Timeout:
            ++m_verdict.timeouts;
            return;
        default:
            return;
        }
    }

    void followRecord(const Event& event)
    {
        const std::size_t number = index(event.record);
        if (m_records.size() <= number) {
            m_records.resize(number + 1);
            m_records[number].action = event.action;
        }
        const bool reserved = event.kind == EventKind::KeyDecided && event.answer == CallAnswer::None;
        const bool written = event.kind == EventKind::KeyFinished || event.kind == EventKind::KeySettled;
        if (reserved || (written && event.answer == CallAnswer::OutcomeUnknown)) {
            m_records[number].open = true;
        } else if (written || event.kind == EventKind::KeyDropped) {
            m_records[number].open = false;
        }
    }

    void closeAction(std::size_t number, const std::vector<int>& steps, bool user)
    {
        ActionVerdict& action = m_verdict.perAction[number];
        const Progress& progress = m_actions[number];
        for (const int step : steps) {
            const int made = m_effects.of(static_cast<int>(number), step);
            ++action.steps;
            action.missing += made == 0 ? 1 : 0;
            action.duplicates += std::max(0, made - 1);
        }
        action.wastedCalls = action.providerCalls - (action.effects - action.duplicates);
        action.lost = action.missing > 0 && action.told == Told::Done;
        if (user) {
            action.toldTruly = action.told == Told::Done ? action.missing == 0
                : action.told == Told::Failed            ? action.effects == 0
                                                         : false;
            if (*action.toldTruly) {
                // Whoever is told "done" too early knows it from the effect on.
                action.knewAfter = std::max(progress.toldSince, progress.lastStep) - progress.firstAsk;
            }
            m_verdict.toldUntruly += *action.toldTruly ? 0 : 1;
            m_verdict.knewAfter = m_verdict.knewAfter && action.knewAfter
                ? std::max(m_verdict.knewAfter, action.knewAfter)
                : std::nullopt;
            const std::string told(name(action.told));
            m_verdict.told = m_verdict.told.empty() || m_verdict.told == told ? told : "mixed";
        }
        m_verdict.steps += action.steps;
        m_verdict.effects += action.effects;
        m_verdict.duplicates += action.duplicates;
        m_verdict.lost += action.lost ? 1 : 0;
        m_verdict.wastedCalls += action.wastedCalls;
        m_verdict.safe
            = m_verdict.safe && action.duplicates == 0 && action.missing == 0 && action.told != Told::Failed;
    }

    Verdict m_verdict;
    std::vector<Progress> m_actions;
    EffectCounts m_effects;
    std::vector<OpenRecord> m_records;
};

} // namespace

Verdict judge(const Trace& trace)
{
    Judge judge(trace);
    for (const Event& event : trace.events) {
        judge.count(event);
    }
    return judge.close(trace);
}

} // namespace idem
