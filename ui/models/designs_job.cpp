#include "ui/models/designs_job.h"

#include "simulations/run/run.h"

#include <exception>
#include <QMetaObject>
#include <utility>

namespace idem {

DesignsJob::DesignsJob(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

DesignsJob::~DesignsJob()
{
    stop();
    // The worker posts to this object: it must be gone before the object is.
    m_pool.waitForDone();
}

void DesignsJob::start(std::vector<std::shared_ptr<const Scenario>> designs)
{
    stop();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    const quint64 generation = ++m_generation;
    m_pool.start([this, generation, stopFlag = m_stop, designs = std::move(designs)] {
        RunOptions options;
        options.stop = stopFlag.get();
        for (std::size_t index = 0; index < designs.size() && !stopFlag->load(std::memory_order_relaxed);
             ++index) {
            if (!designs[index]) {
                continue;
            }
            Verdict verdict;
            bool complete = false;
            try {
                const Trace trace = runScenario(designs[index], options);
                verdict = judge(trace);
                complete = trace.end == RunEnd::Finished;
            } catch (const std::exception&) {
                // What the design comes to stays open, and the list says so.
            }
            if (stopFlag->load(std::memory_order_relaxed)) {
                return;
            }
            QMetaObject::invokeMethod(
                this,
                [this, generation, index, verdict, complete] {
                    if (generation == m_generation) {
                        Q_EMIT judged(static_cast<int>(index), verdict, complete);
                    }
                },
                Qt::QueuedConnection);
        }
    });
}

void DesignsJob::stop()
{
    if (m_stop) {
        m_stop->store(true, std::memory_order_relaxed);
    }
    ++m_generation;
}

} // namespace idem
