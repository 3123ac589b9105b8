#include "tests/benchmarks/workspace.h"

#include "core/store/postgres_connection.h"
#include "tests/benchmarks/engine_loop.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/vfs.h>
#include <unistd.h>
#include <vector>

namespace idem {

namespace {

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// From statfs(2).
std::string fileSystemOf(const std::string& folder)
{
    struct statfs about
    {
    };
    if (statfs(folder.c_str(), &about) != 0) {
        return "an unknown file system";
    }
    switch (static_cast<unsigned long>(about.f_type)) {
    case 0xEF53:
        return "ext4";
    case 0x58465342:
        return "XFS";
    case 0x9123683E:
        return "Btrfs";
    case 0x2FC12FC1:
        return "ZFS";
    case 0x794C7630:
        return "overlayfs";
    case 0x01021994:
        return "tmpfs (in memory: nothing waits for a disk, so these ratios say little)";
    default: {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "file system 0x%lx", static_cast<unsigned long>(about.f_type));
        return text.data();
    }
    }
}

double millisecondsOfOneSync(const std::string& path)
{
    const int file = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    const std::array<char, 4096> page{};
    std::vector<double> times;
    for (int i = 0; i < 20; ++i) {
        const auto start = std::chrono::steady_clock::now();
        if (pwrite(file, page.data(), page.size(), 0) < 0 || fdatasync(file) != 0) {
            break;
        }
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
        times.push_back(took.count());
    }
    close(file);
    std::filesystem::remove(path);
    std::sort(times.begin(), times.end());
    return times.empty() ? 0 : times.at(times.size() / 2);
}

} // namespace

Workspace::Workspace()
{
    std::string parent = variable("IDEMSCOPE_BENCHMARK_DIR");
    if (parent.empty()) {
        parent = IDEMSCOPE_BENCHMARK_BUILD_DIR;
    }
    std::string name = parent + "/stores-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("no folder can be made in " + parent);
    }
    m_folder = name;
}

Workspace::~Workspace()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::string Workspace::freshFile(const std::string& name)
{
    return (m_folder / (name + '-' + std::to_string(++m_files) + ".db")).string();
}

std::string Workspace::describe() const
{
    std::array<char, 64> sync{};
    std::snprintf(sync.data(), sync.size(), ", one fdatasync %.2f ms",
                  millisecondsOfOneSync((m_folder / "sync").string()));
    return fileSystemOf(m_folder.string()) + sync.data();
}

bool ScratchDatabase::available()
{
    return !variable("PGHOST").empty();
}

ScratchDatabase::ScratchDatabase()
{
    static int count = 0;
    m_name = "idem_benchmark_" + std::to_string(getpid()) + '_' + std::to_string(++count);
    must(must(PostgresConnection::open("dbname=postgres"))
             ->run("CREATE DATABASE " + m_name + " TEMPLATE template0"));
}

ScratchDatabase::~ScratchDatabase()
{
    // Whoever ends a benchmark early leaves a database behind rather than a broken run.
    if (auto connection = PostgresConnection::open("dbname=postgres")) {
        (*connection)->run("DROP DATABASE " + m_name + " WITH (FORCE)");
    }
}

std::string ScratchDatabase::describeServer()
{
    const auto connection = must(PostgresConnection::open("dbname=postgres"));
    const SqlRows got
        = must(connection->run("SELECT current_setting('server_version'), current_setting('fsync'),"
                               " current_setting('synchronous_commit')"));
    const std::vector<SqlValue>& row = got.rows.front();
    return "PostgreSQL " + textOf(row[0]) + ", fsync " + textOf(row[1]) + ", synchronous_commit "
        + textOf(row[2]);
}

std::int64_t rowsOfLargeTable()
{
    const std::string wanted = variable("IDEMSCOPE_BENCHMARK_ROWS");
    return wanted.empty() ? 200'000 : std::max<std::int64_t>(std::strtoll(wanted.c_str(), nullptr, 10), 1);
}

} // namespace idem
