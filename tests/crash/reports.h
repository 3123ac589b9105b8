#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace idem {

/// What a worker says that it did or was told. Value.
struct Report
{
    std::string who{};
    std::string what{}; ///< ready, started, stopped, finished, reconciled, told, trouble
    std::string action{};
    std::uint64_t token = 0;
    std::string word{}; ///< finished: applied or stale; told: the answer's code
    std::string state{}; ///< of the record as the worker saw it
    std::string answer{};

    bool stale() const { return what == "finished" && word == "stale"; }
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Report, who, what, action, token, word, state, answer)

/// The file that all workers of a round write their reports to, each with one write at the end of it, so that a
/// SIGKILL leaves a line whole or not there. One thread.
class Reports
{
public:
    Reports(const std::string& path, std::string who);
    Reports(const Reports&) = delete;
    Reports& operator=(const Reports&) = delete;
    ~Reports();

    void write(Report report) const;

    static std::vector<Report> read(const std::string& path);

private:
    int m_file;
    std::string m_who;
};

} // namespace idem
