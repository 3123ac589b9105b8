#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace idem {

/// A child process of the driver, killed with this object. posix_spawn and no fork of our own: sanitizers
/// follow it. One thread.
class Process
{
public:
    enum class State { Running, Stopped, Ended };

    /// `arguments` begins with the program. Its output goes to `log`, or where ours goes.
    explicit Process(const std::vector<std::string>& arguments, const std::string& log = {});
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    State state(); ///< as it is now
    void signal(int number);
    int waitForEnd(); ///< the exit code, or 128 and the signal that ended it
    int code() const { return m_code; } ///< the same, once it has ended

private:
    void note(int status);

    pid_t m_id = -1;
    State m_state = State::Running;
    int m_code = 0;
};

/// A program that is built beside this one.
std::string besides(const std::string& name);

} // namespace idem
