#pragma once

#include "ui/models/run_job.h"
#include "ui/models/suggestions_job.h"
#include "ui/models/suggestions_model.h"

#include <cstdint>
#include <QObject>
#include <QString>

namespace idem {

class ScenarioDocument;

/// What would stop what goes wrong in the run that is shown: searched for as soon as a run is unsafe, whether
/// or not somebody looks, so that the page can say how many changes there are; never where a run is safe.
/// Owned by its page, needs the document to outlive it; GUI thread.
class SuggestionSearch : public QObject
{
    Q_OBJECT

public:
    enum class State : std::uint8_t {
        NothingRun,
        Waiting,
        Trying,
        NotNeeded,
        Found,
        NoneFound,
        Stopped,
        Failed
    };

    explicit SuggestionSearch(ScenarioDocument& document, QObject* parent = nullptr);

    SuggestionsModel& model() { return m_model; }
    State state() const { return m_state; }
    /// It takes so long that a Stop is worth offering.
    bool isLong() const { return m_state == State::Trying && m_long; }
    bool canTryAgain() const { return m_canTryAgain; }
    QString sentence() const; ///< what the state is, for people

    /// Empty where the row can be applied, else why not.
    QString whyNot(int row) const;
    /// One undo step, whatever the number of changes.
    bool apply(int row);

    /// The scenario is another one: what was found is out of date.
    void scenarioChanged();
    void runFinished(const RunResult& result);
    void runFailed(const Error& error);
    void stop();
    void tryAgain();

Q_SIGNALS:
    void changed();

private:
    void become(State state);
    void finished(const SuggestionsResult& result);

    ScenarioDocument& m_document;
    SuggestionsModel m_model;
    SuggestionsJob m_job;
    State m_state = State::NothingRun;
    Error m_error; ///< while State::Failed
    int m_runs = 0;
    bool m_long = false;
    bool m_canTryAgain = false;
};

} // namespace idem
