#pragma once

#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario.h"

#include <atomic>
#include <memory>
#include <QObject>
#include <QThreadPool>
#include <vector>

namespace idem {

/// Runs the other designs of a file, one after the other, on a thread of its own, so that each can be shown
/// with what it comes to. Owned by its page; every call and every signal is on the GUI thread.
class DesignsJob : public QObject
{
    Q_OBJECT

public:
    explicit DesignsJob(QObject* parent = nullptr);
    ~DesignsJob() override;

    /// Takes the place of what was asked for before. A null scenario is skipped.
    void start(std::vector<std::shared_ptr<const Scenario>> designs);
    void stop();

Q_SIGNALS:
    /// `index` counts the designs as they were given; `complete` is false where the run had to be cut off.
    void judged(int index, const idem::Verdict& verdict, bool complete);

private:
    QThreadPool m_pool;
    std::shared_ptr<std::atomic<bool>> m_stop;
    quint64 m_generation = 0;
};

} // namespace idem
