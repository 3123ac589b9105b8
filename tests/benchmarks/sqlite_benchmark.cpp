#include "core/store/sql_session.h"
#include "core/store/sqlite_store.h"
#include "tests/benchmarks/engine_loop.h"
#include "tests/benchmarks/plain_sqlite.h"
#include "tests/benchmarks/registration.h"

namespace idem {

namespace {

/// The engine on one file and the plain loop on another, which the engine has made, so that the schema is the
/// same.
class Pair
{
public:
    Pair(Workspace& workspace, bool waitsForDisk)
        : m_store(must(SqliteStore::open(workspace.freshFile("engine"))))
        , m_engine(*m_store)
        , m_plain(madeByEngine(workspace.freshFile("plain")),
                  statementsOf(*m_store, [this] { m_engine.reserveAndComplete("first"); }))
    {
        if (!waitsForDisk) {
            must(m_store->session()->run("PRAGMA synchronous = OFF"));
            m_plain.run("PRAGMA synchronous = OFF");
        }
    }

    Block plainRounds(int operations)
    {
        return {operations, [this, operations] {
                    for (int i = 0; i < operations; ++i) {
                        m_plain.reserveAndComplete(Invoice::key(++m_plainKeys));
                    }
                }};
    }
    Block engineRounds(int operations)
    {
        return {operations, [this, operations] {
                    for (int i = 0; i < operations; ++i) {
                        m_engine.reserveAndComplete(Invoice::key(++m_engineKeys));
                    }
                }};
    }
    Block engineBatch(int operations)
    {
        return {operations, [this, operations] {
                    must(m_store->together([this, operations]() -> Result<bool> {
                        engineRounds(operations).run();
                        return true;
                    }));
                }};
    }
    Block plainReplays(int keys)
    {
        return {keys, [this, keys] {
                    for (int i = 1; i <= keys; ++i) {
                        m_plain.replay(Invoice::key(i));
                    }
                }};
    }
    Block engineReplays(int keys)
    {
        return {keys, [this, keys] {
                    for (int i = 1; i <= keys; ++i) {
                        m_engine.replay(Invoice::key(i));
                    }
                }};
    }

private:
    static std::string madeByEngine(const std::string& path)
    {
        must(SqliteStore::open(path));
        return path;
    }

    std::unique_ptr<SqliteStore> m_store;
    EngineLoop m_engine;
    PlainSqlite m_plain;
    std::int64_t m_plainKeys = 0;
    std::int64_t m_engineKeys = 0;
};

} // namespace

void registerSqlite(Workspace& workspace, Ratios& ratios)
{
    Comparison& durable
        = ratios.add({.what = "SQLite, reserve + complete / C API, synchronous=FULL", .target = 0.8});
    registerComparison("ratio/sqlite/reserve_complete", [&](benchmark::State& state) {
        Pair pair(workspace, true);
        compare(state, durable, pair.plainRounds(4), pair.engineRounds(4));
    });
    Comparison& cpu
        = ratios.add({.what = "SQLite, the same with synchronous=OFF: what the engine itself costs"});
    registerComparison("ratio/sqlite/reserve_complete_without_disk", [&](benchmark::State& state) {
        Pair pair(workspace, false);
        compare(state, cpu, pair.plainRounds(10), pair.engineRounds(10));
    });
    Comparison& replay
        = ratios.add({.what = "SQLite, replay of a done key / SELECT of its columns", .target = 0.7});
    registerComparison("ratio/sqlite/replay", [&](benchmark::State& state) {
        Pair pair(workspace, false);
        pair.plainRounds(50).run();
        pair.engineRounds(50).run();
        compare(state, replay, pair.plainReplays(50), pair.engineReplays(50));
    });
    Comparison& batch = ratios.add(
        {.what = "SQLite, 100 reserve + complete in one transaction / C API one by one, synchronous=FULL",
         .target = 5});
    registerComparison("ratio/sqlite/batch", [&](benchmark::State& state) {
        Pair pair(workspace, true);
        compare(state, batch, pair.plainRounds(4), pair.engineBatch(100));
    });
}

} // namespace idem
