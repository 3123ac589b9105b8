#include "tests/crash/cast.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <unistd.h>

namespace idem {

namespace {

using namespace std::chrono_literals;
constexpr auto longest = 90s; // a round takes less than a second, and under a sanitizer and load some

} // namespace

Cast::Cast(Stage& stage, const std::string& round, WorkerOptions worker)
    : m_stage(stage)
    , m_worker(std::move(worker))
{
    m_worker.round = round;
    m_worker.store = stage.store();
    m_worker.ledger = stage.ledgerPath();
    m_worker.reports = stage.reports(round);
    std::filesystem::remove(m_worker.reports);
}

Process& Cast::start(WorkerOptions worker)
{
    const std::size_t number = m_processes.size() + 1;
    worker.name = "w" + std::to_string(number);
    worker.seed = m_worker.seed * 1000 + number;
    return *m_processes.emplace_back(std::make_unique<Process>(std::vector<std::string>{
        besides("crash_worker"), std::to_string(getpid()), nlohmann::json(worker).dump()}));
}

void Cast::go()
{
    std::ofstream(m_worker.reports + ".go") << "go\n";
}

std::size_t Cast::count(const std::string& what) const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(reports(), [&what](const Report& report) { return report.what == what; }));
}

void Cast::until(const std::string& what, const std::function<bool()>& isSo)
{
    const auto deadline = std::chrono::steady_clock::now() + longest;
    while (!isSo()) {
        m_stage.check();
        if (std::chrono::steady_clock::now() > deadline) {
            throw std::runtime_error("waited too long until " + what);
        }
        std::this_thread::sleep_for(2ms);
    }
}

void Cast::untilStopped(Process& worker)
{
    until("a worker stopped itself", [&worker] { return worker.state() != Process::State::Running; });
    if (worker.state() == Process::State::Ended) {
        throw std::runtime_error("a worker ended before it stopped, with " + std::to_string(worker.code()));
    }
}

void Cast::untilDone(Process& worker)
{
    until("a worker was done", [&worker] { return worker.state() == Process::State::Ended; });
    if (worker.code() != 0) {
        throw std::runtime_error("a worker ended with " + std::to_string(worker.code()));
    }
}

void Cast::oneSleepsBeforeSending(WorkerOptions first)
{
    first.stopAt = StopAt::BeforeSend;
    Process& sleeper = start(std::move(first));
    untilStopped(sleeper);
    untilDone(start());
    sleeper.signal(SIGCONT);
    untilDone(sleeper);
}

} // namespace idem
