#pragma once

#include "core/error.h"
#include "simulations/run/explanation.h"
#include "simulations/run/trace.h"
#include "simulations/run/verdict.h"

#include <atomic>
#include <memory>
#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <vector>

namespace idem {

/// What a run yields for the window.
struct RunResult
{
    std::shared_ptr<const Trace> trace;
    Verdict verdict;
    std::vector<StoryLine> story;
    double milliseconds = 0; ///< of the simulation alone
};

/// Runs one scenario at a time on a thread of its own; a newer request takes the place of an older one. Owned
/// by its page; every call and every signal is on the GUI thread. Destroying it while it runs stops the run
/// first.
class RunJob : public QObject
{
    Q_OBJECT

public:
    explicit RunJob(QObject* parent = nullptr);
    ~RunJob() override;

    void start(std::shared_ptr<const Scenario> scenario);
    /// Ends the run early; what it has so far is the result (its trace says RunEnd::Stopped). Harmless when
    /// idle.
    void stop();
    bool isBusy() const { return m_stop != nullptr; }

Q_SIGNALS:
    void finished(const idem::RunResult& result);
    void failed(const idem::Error& error);
    /// True when a run takes longer than a person notices, false when it has ended.
    void running(bool active);

private:
    void settle();

    QThreadPool m_pool;
    QTimer m_notice;
    std::shared_ptr<std::atomic<bool>> m_stop; ///< of the run under way; null when idle
    quint64 m_generation = 0;
    bool m_announced = false;
};

} // namespace idem
