#include "ui/models/suggestion_search.h"

#include "ui/models/scenario_document.h"

namespace idem {

SuggestionSearch::SuggestionSearch(ScenarioDocument& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&m_job, &SuggestionsJob::finished, this, &SuggestionSearch::finished);
    connect(&m_job, &SuggestionsJob::failed, this, [this](const Error& error) {
        m_error = error;
        m_canTryAgain = true;
        m_model.setSuggestions({});
        become(State::Failed);
    });
    connect(&m_job, &SuggestionsJob::progressed, this, [this](int runs) {
        m_runs = runs;
        m_long = true;
        Q_EMIT changed();
    });
}

void SuggestionSearch::become(State state)
{
    m_state = state;
    Q_EMIT changed();
}

void SuggestionSearch::scenarioChanged()
{
    m_job.cancel();
    m_canTryAgain = false;
    // The old rows stay in sight, faint, until there are new ones: a list that comes and goes unsettles.
    m_model.setStale();
    become(State::Waiting);
}

void SuggestionSearch::runFinished(const RunResult& result)
{
    const bool whole
        = result.trace->end == RunEnd::Finished && result.trace->events.size() <= SuggestOptions().mostEvents;
    if (result.verdict.safe && whole) {
        m_job.cancel();
        m_model.setSuggestions({});
        become(State::NotNeeded);
    } else if (whole) {
        tryAgain();
    } else if (result.trace->end == RunEnd::Stopped) {
        runFailed({{}, "the run was stopped", "Change a parameter to run it again"});
    } else {
        runFailed({{},
                   "the run has more than " + std::to_string(SuggestOptions().mostEvents)
                       + " events, too many to run it again for each change",
                   "Take fewer actions or fewer repeats"});
    }
}

void SuggestionSearch::runFailed(const Error& error)
{
    m_job.cancel();
    m_error = error;
    m_canTryAgain = false;
    m_model.setSuggestions({});
    become(State::Failed);
}

void SuggestionSearch::tryAgain()
{
    m_runs = 0;
    m_long = false;
    m_canTryAgain = false;
    m_model.setStale();
    m_job.start(std::make_shared<const ScenarioFile>(m_document.file()), m_document.choice());
    become(State::Trying);
}

void SuggestionSearch::stop()
{
    if (m_state != State::Trying) {
        return;
    }
    // Said at once; what was found so far follows when the run under way has noticed.
    m_canTryAgain = true;
    become(State::Stopped);
    m_job.stop();
}

void SuggestionSearch::finished(const SuggestionsResult& result)
{
    m_runs = result.runs;
    m_model.setSuggestions(result.suggestions);
    become(m_state == State::Stopped        ? State::Stopped
               : result.suggestions.empty() ? State::NoneFound
                                            : State::Found);
}

QString SuggestionSearch::sentence() const
{
    switch (m_state) {
    case State::NothingRun:
        return tr("Nothing has been run yet.");
    case State::Waiting:
        return tr("The scenario is being run …");
    case State::Trying:
        return m_long ? tr("Small changes are being tried: %1 so far …").arg(m_runs)
                      : tr("Small changes are being tried …");
    case State::NotNeeded:
        return tr("Nothing to stop: this design is safe already.");
    case State::Found:
        return tr("Small changes, each of them really run. The safest and smallest come first.");
    case State::NoneFound:
        return tr("No small change was found that stops it: %1 were tried. The parameters at the left go "
                  "further.")
            .arg(m_runs);
    case State::Stopped:
        return tr("Stopped after %1 changes: not everything was tried.").arg(m_runs);
    case State::Failed:
        return tr("No changes could be tried: %1. The scenario was not changed. %2.")
            .arg(QString::fromStdString(m_error.cause), QString::fromStdString(m_error.cure));
    }
    return {};
}

QString SuggestionSearch::whyNot(int row) const
{
    if (row >= 0 && row < m_model.rowCount() && !m_model.isStale()) {
        return {};
    }
    return m_model.isStale() || m_model.rowCount() == 0 ? sentence() : tr("No suggestion is chosen.");
}

bool SuggestionSearch::apply(int row)
{
    if (!whyNot(row).isEmpty()) {
        return false;
    }
    // A copy: the edit makes the row stale while it is made.
    const Suggestion suggestion = m_model.suggestions()[static_cast<std::size_t>(row)];
    return m_document.setValues(suggestion.changes, QString::fromStdString(suggestion.text));
}

} // namespace idem
