#include "tests/crash/process.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace idem {

Process::Process(const std::vector<std::string>& arguments, const std::string& log)
{
    std::vector<char*> pointers;
    for (const std::string& argument : arguments) {
        pointers.push_back(const_cast<char*>(argument.c_str())); // as posix_spawn wants it; it changes nothing
    }
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    posix_spawn_file_actions_init(&files);
    if (!log.empty()) {
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND,
                                         0644);
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    }
    const int failed = posix_spawnp(&m_id, pointers.front(), &files, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) {
        throw std::runtime_error("can't start " + arguments.front());
    }
}

Process::~Process()
{
    if (state() != State::Ended) {
        signal(SIGKILL);
        waitForEnd();
    }
}

Process::State Process::state()
{
    int status = 0;
    while (m_state != State::Ended && waitpid(m_id, &status, WNOHANG | WUNTRACED | WCONTINUED) == m_id) {
        note(status);
    }
    return m_state;
}

void Process::signal(int number)
{
    if (m_state != State::Ended) {
        kill(m_id, number);
    }
}

int Process::waitForEnd()
{
    int status = 0;
    while (m_state != State::Ended && waitpid(m_id, &status, 0) == m_id) {
        note(status);
    }
    return m_code;
}

void Process::note(int status)
{
    if (WIFSTOPPED(status)) {
        m_state = State::Stopped;
    } else if (WIFCONTINUED(status)) {
        m_state = State::Running;
    } else {
        m_state = State::Ended;
        m_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
}

std::string besides(const std::string& name)
{
    return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / name).string();
}

} // namespace idem
