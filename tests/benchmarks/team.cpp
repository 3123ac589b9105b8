#include "tests/benchmarks/team.h"

#include <utility>

namespace idem {

Team::Team(int threads, Make make)
    : m_gate(threads + 1)
{
    for (int i = 0; i < threads; ++i) {
        m_threads.emplace_back([this, i, make] { live(i, make); });
    }
}

Team::~Team()
{
    m_over = true;
    m_gate.arrive_and_wait();
    for (std::thread& thread : m_threads) {
        thread.join();
    }
}

void Team::run()
{
    m_gate.arrive_and_wait();
    m_gate.arrive_and_wait();
    const std::lock_guard lock(m_mutex);
    if (m_failure) {
        std::rethrow_exception(std::exchange(m_failure, nullptr));
    }
}

void Team::live(int thread, const Make& make)
{
    Worker worker;
    try {
        worker = make(thread);
    } catch (...) {
        remember();
    }
    for (;;) {
        m_gate.arrive_and_wait();
        if (m_over) {
            return;
        }
        try {
            if (worker) {
                worker();
            }
        } catch (...) {
            remember();
        }
        m_gate.arrive_and_wait();
    }
}

void Team::remember()
{
    const std::lock_guard lock(m_mutex);
    m_failure = std::current_exception();
}

} // namespace idem
