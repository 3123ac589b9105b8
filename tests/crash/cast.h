#pragma once

#include "tests/crash/process.h"
#include "tests/crash/reports.h"
#include "tests/crash/stage.h"
#include "tests/crash/worker_options.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace idem {

/// The worker processes of one round, and what they report. Those that still are when it goes are killed.
class Cast
{
public:
    /// `worker` is what all of them have in common; round, store, ledger and reports are filled in.
    Cast(Stage& stage, const std::string& round, WorkerOptions worker);

    const WorkerOptions& worker() const { return m_worker; }

    /// Starts one; name and seed are its own. It waits for go().
    Process& start(WorkerOptions worker);
    Process& start() { return start(m_worker); }
    void go();

    std::vector<Report> reports() const { return Reports::read(m_worker.reports); }
    std::size_t count(const std::string& what) const;

    /// Waits, and throws when that takes so long that it will never be: `what` says what was waited for.
    void until(const std::string& what, const std::function<bool()>& isSo);
    void untilStopped(Process& worker);
    void untilDone(Process& worker); ///< throws as well where it ended other than by itself

    /// The first stops between reserving and sending; a second does all there is; the first wakes and sends.
    void oneSleepsBeforeSending(WorkerOptions first);

private:
    Stage& m_stage;
    WorkerOptions m_worker;
    std::vector<std::unique_ptr<Process>> m_processes;
};

} // namespace idem
