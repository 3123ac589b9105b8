#pragma once

#include "core/store/store.h"
#include "tests/benchmarks/engine_loop.h"
#include "tests/benchmarks/workspace.h"

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace idem {

/// A store with many reservations that are done, as the engine would have left them. Keys are spread evenly, so
/// that a new one belongs anywhere among them and not at their end. One thread.
class FilledTable
{
public:
    static std::unique_ptr<FilledTable> inSqlite(Workspace& workspace, std::int64_t rows);
    static std::unique_ptr<FilledTable> inPostgres(std::int64_t rows);

    FilledTable(const FilledTable&) = delete;
    FilledTable& operator=(const FilledTable&) = delete;
    ~FilledTable();

    void reserveAndCompleteNew(int times);
    void replayRecent(int times); ///< of the keys that were completed last, as retries do
    void replayAny(int times); ///< of keys all over the table, most of which nobody has touched for long

    double bytesPerReservation() const { return m_bytesPerReservation; } ///< with indexes, when it was filled

private:
    FilledTable(std::unique_ptr<ScratchDatabase> database, std::unique_ptr<Store> store, std::int64_t rows);

    void fill(const std::string& insert);
    std::string keyAt(std::int64_t row) const;

    std::unique_ptr<ScratchDatabase> m_database;
    std::unique_ptr<Store> m_store;
    EngineLoop m_engine;
    std::int64_t m_rows;
    std::int64_t m_step; ///< between the numbers of two keys
    std::int64_t m_added = 0;
    std::vector<std::string> m_recent; ///< a ring of the keys that were added last
    double m_bytesPerReservation = 0;
    std::mt19937_64 m_random{4711};
};

} // namespace idem
