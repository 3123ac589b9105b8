#include "ui/models/run_job.h"

#include "simulations/run/run.h"

#include <exception>
#include <QElapsedTimer>
#include <QMetaObject>
#include <utility>

namespace idem {

namespace {

/// Below this nobody notices that something runs; a flash of "running" would only unsettle.
constexpr int noticeableMs = 150;

RunResult runAndJudge(std::shared_ptr<const Scenario> scenario, const std::atomic<bool>& stop)
{
    RunResult result;
    RunOptions options;
    options.stop = &stop;
    QElapsedTimer clock;
    clock.start();
    result.trace = std::make_shared<const Trace>(runScenario(std::move(scenario), options));
    result.milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    result.verdict = judge(*result.trace);
    result.story = explain(*result.trace);
    return result;
}

} // namespace

RunJob::RunJob(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
    m_notice.setSingleShot(true);
    m_notice.setInterval(noticeableMs);
    connect(&m_notice, &QTimer::timeout, this, [this] {
        m_announced = true;
        Q_EMIT running(true);
    });
}

RunJob::~RunJob()
{
    stop();
    // The worker posts to this object: it must be gone before the object is.
    m_pool.waitForDone();
}

void RunJob::start(std::shared_ptr<const Scenario> scenario)
{
    if (!scenario) {
        return;
    }
    stop();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    const quint64 generation = ++m_generation;
    if (!m_announced && !m_notice.isActive()) {
        m_notice.start();
    }
    m_pool.start([this, generation, stopFlag = m_stop, scenario = std::move(scenario)] {
        RunResult result;
        Error error;
        try {
            result = runAndJudge(scenario, *stopFlag);
        } catch (const std::exception& problem) {
            error = {scenario->title, std::string("the run ended early: ") + problem.what(),
                     "Take fewer actions or fewer repeats"};
        }
        QMetaObject::invokeMethod(
            this,
            [this, generation, result = std::move(result), error = std::move(error)] {
                if (generation != m_generation) {
                    return; // a newer request took its place
                }
                settle();
                if (result.trace) {
                    Q_EMIT finished(result);
                } else {
                    Q_EMIT failed(error);
                }
            },
            Qt::QueuedConnection);
    });
}

void RunJob::stop()
{
    if (m_stop) {
        m_stop->store(true, std::memory_order_relaxed);
    }
}

void RunJob::settle()
{
    m_stop.reset();
    m_notice.stop();
    if (std::exchange(m_announced, false)) {
        Q_EMIT running(false);
    }
}

} // namespace idem
