#include "tests/crash/chaos.h"

#include "tests/crash/random.h"
#include "tests/crash/slowly.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <vector>

namespace idem {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

enum class What { Kill, Stop, Wake, Restart };

struct Event
{
    Clock::time_point at;
    What what = What::Kill;
    Process* whom = nullptr; ///< null: whoever is there
};

/// The running of one round. Workers that were killed stay in `m_workers` no longer than a moment.
class Running
{
public:
    Running(Stage& stage, Cast& cast, const Chaos& chaos)
        : m_stage(stage)
        , m_cast(cast)
        , m_random(chaos.seed)
    {
        for (int i = 0; i < chaos.workers; ++i) {
            m_workers.push_back(&cast.start());
        }
        const auto all = static_cast<std::size_t>(chaos.workers);
        cast.until("all workers were ready", [&] {
            for (Process* worker : m_workers) {
                if (worker->state() == Process::State::Ended) {
                    throw std::runtime_error("a worker ended before it was ready, with "
                                             + std::to_string(worker->code()));
                }
            }
            return cast.count("ready") == all;
        });
        cast.go();
        const Clock::time_point start = Clock::now();
        const auto plan = [&](int times, What what) {
            for (int i = 0; i < times; ++i) {
                m_events.push_back({start + std::chrono::milliseconds(m_random.upTo(slowly(70))), what});
            }
        };
        plan(chaos.kills, What::Kill);
        plan(chaos.stops, What::Stop);
        plan(chaos.restart && stage.canRestart() ? 1 : 0, What::Restart);
    }

    Happened toTheEnd()
    {
        m_cast.until("all workers were done", [this] {
            happen();
            for (Process*& worker : m_workers) {
                attend(worker);
            }
            std::erase(m_workers, nullptr);
            return m_workers.empty();
        });
        return m_happened;
    }

private:
    /// Null when it is done, another when it was killed.
    void attend(Process*& worker)
    {
        if (worker->state() != Process::State::Ended) {
            return;
        }
        if (worker->code() == 128 + SIGKILL && std::erase(m_killed, worker) > 0) {
            worker = &m_cast.start();
        } else if (worker->code() == 0) {
            worker = nullptr;
        } else {
            throw std::runtime_error("a worker ended with " + std::to_string(worker->code()));
        }
    }

    void happen()
    {
        for (std::size_t i = 0; i < m_events.size();) {
            const Event event = m_events[i];
            if (event.at > Clock::now()) {
                ++i;
                continue;
            }
            m_events.erase(m_events.begin() + static_cast<std::ptrdiff_t>(i));
            happen(event);
        }
    }

    void happen(const Event& event)
    {
        if (event.what == What::Wake) {
            event.whom->signal(SIGCONT);
        } else if (event.what == What::Restart) {
            m_stage.restart();
            ++m_happened.restarts;
        } else if (Process* whom = somebodyAwake()) {
            whom->signal(event.what == What::Kill ? SIGKILL : SIGSTOP);
            if (event.what == What::Kill) {
                m_killed.push_back(whom);
                ++m_happened.kills;
            } else {
                const int lease = m_cast.worker().leaseMs;
                m_events.push_back(
                    {Clock::now() + std::chrono::milliseconds(lease + m_random.upTo(lease)), What::Wake, whom});
                ++m_happened.stops;
            }
        }
    }

    Process* somebodyAwake()
    {
        std::vector<Process*> awake;
        std::ranges::copy_if(m_workers, std::back_inserter(awake), [this](Process* worker) {
            return worker->state() == Process::State::Running && std::ranges::count(m_killed, worker) == 0;
        });
        return awake.empty()
            ? nullptr
            : awake[static_cast<std::size_t>(m_random.upTo(static_cast<int>(awake.size()) - 1))];
    }

    Stage& m_stage;
    Cast& m_cast;
    Random m_random;
    std::vector<Process*> m_workers;
    std::vector<Process*> m_killed;
    std::vector<Event> m_events;
    Happened m_happened;
};

} // namespace

Happened play(Stage& stage, Cast& cast, const Chaos& chaos)
{
    return Running(stage, cast, chaos).toTheEnd();
}

} // namespace idem
