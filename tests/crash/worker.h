#pragma once

#include "core/engine/engine.h"
#include "tests/crash/ledger.h"
#include "tests/crash/random.h"
#include "tests/crash/reports.h"
#include "tests/crash/worker_options.h"

#include <memory>
#include <string>

namespace idem {

/// One worker: does all actions of its round, in random order, until each is done or is told to be for a
/// person. Whatever it is told that is not final, it asks again; so does every other worker, which is the
/// point. Its process may end at any moment. One thread.
class Worker
{
public:
    explicit Worker(const WorkerOptions& options);
    void work();

private:
    using Finished = Result<Changed>;

    Engine& engineFor(const std::string& action);
    Engine engine(bool canBeChecked) const;
    bool settle(const std::string& action); ///< true: final
    bool settleWithEngine(const std::string& action);
    bool settleByHand(Engine& engine, const Request& request);
    bool checkThenAct(const std::string& action);
    bool heard(const Request& request, const Reply& reply, const LookUp* lookUp);
    void finish(Engine& engine, const Reservation& held, const Worked& worked);
    Worked sendAndWait(Engine* engine, const Reservation& held);
    void stopIf(StopAt here, const std::string& action);
    void reportFinish(const Reservation& held, Outcome outcome, Finish finish,
                      const std::optional<Reservation>& record);
    void trouble(const Error& error);
    void rest(int most);

    WorkerOptions m_options;
    Reports m_reports;
    Ledger m_ledger;
    Random m_random;
    std::unique_ptr<Store> m_store;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<Engine> m_blind; ///< for actions that nobody can look up
    bool m_stopped = false;
    bool m_held = false;
};

/// A worker with its effect in the store's own database: does one action, once, and counts its statements.
void workInTransaction(const WorkerOptions& options);

} // namespace idem
