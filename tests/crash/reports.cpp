#include "tests/crash/reports.h"

#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

namespace idem {

Reports::Reports(const std::string& path, std::string who)
    : m_file(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644))
    , m_who(std::move(who))
{
    if (m_file < 0) {
        throw std::runtime_error("can't write to " + path);
    }
}

Reports::~Reports()
{
    close(m_file);
}

void Reports::write(Report report) const
{
    report.who = m_who;
    const std::string line = nlohmann::json(report).dump() + "\n";
    if (::write(m_file, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
        throw std::runtime_error("a report was not written");
    }
}

std::vector<Report> Reports::read(const std::string& path)
{
    std::vector<Report> out;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (file.eof()) {
            break; // no end of line yet: it is just being written
        }
        out.push_back(nlohmann::json::parse(line).get<Report>());
    }
    return out;
}

} // namespace idem
