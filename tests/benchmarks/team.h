#pragma once

#include <atomic>
#include <barrier>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace idem {

/// Some threads that do a block of work at the same time, as often as they are told to. Each makes its worker,
/// with its own connection, itself, and ends it too. main() owns it.
class Team
{
public:
    using Worker = std::function<void()>;
    using Make = std::function<Worker(int thread)>;

    Team(int threads, Make make);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team();

    /// Returns when all have ended; throws what one of them threw.
    void run();

private:
    void live(int thread, const Make& make);
    void remember();

    std::barrier<> m_gate;
    std::atomic<bool> m_over = false;
    std::mutex m_mutex;
    std::exception_ptr m_failure;
    std::vector<std::thread> m_threads;
};

} // namespace idem
