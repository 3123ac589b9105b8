#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace idem {

/// A folder of its own for everything that a run writes, gone with the object. Lies in IDEMSCOPE_BENCHMARK_DIR
/// or else in the build folder, and not in /tmp, which is often held in memory: there waiting for the disk
/// costs nothing, and every ratio would be of something else.
class Workspace
{
public:
    Workspace();
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace();

    /// The path of a file that is not there yet.
    std::string freshFile(const std::string& name);

    /// "ext4, one fdatasync 3.1 ms": what was measured on.
    std::string describe() const;

private:
    std::filesystem::path m_folder;
    int m_files = 0;
};

/// An empty database on the server that PGHOST names, dropped with the object.
class ScratchDatabase
{
public:
    static bool available();

    ScratchDatabase();
    ScratchDatabase(const ScratchDatabase&) = delete;
    ScratchDatabase& operator=(const ScratchDatabase&) = delete;
    ~ScratchDatabase();

    std::string connection() const { return "dbname=" + m_name; }

    /// "PostgreSQL 15.8, fsync on, synchronous_commit on".
    static std::string describeServer();

private:
    std::string m_name;
};

/// How many rows the large table of the growth benchmarks has: IDEMSCOPE_BENCHMARK_ROWS, or 200,000.
std::int64_t rowsOfLargeTable();

} // namespace idem
