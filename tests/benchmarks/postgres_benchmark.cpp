#include "core/store/postgres_store.h"
#include "tests/benchmarks/engine_loop.h"
#include "tests/benchmarks/plain_postgres.h"
#include "tests/benchmarks/registration.h"
#include "tests/benchmarks/team.h"

namespace idem {

namespace {

constexpr int roundsPerBlock = 8;

/// Each thread has keys of its own: races over one key are the tests' business.
class OwnKeys
{
public:
    OwnKeys(int team, int thread)
        : m_next((std::int64_t{team} * 100 + thread) * 1'000'000)
    {
    }
    std::string next() { return Invoice::key(++m_next); }

private:
    std::int64_t m_next;
};

Team::Make engineWorkers(const std::string& connection, int team)
{
    return [connection, team](int thread) -> Team::Worker {
        const std::shared_ptr<PostgresStore> store = must(PostgresStore::open(connection));
        const auto engine = std::make_shared<EngineLoop>(*store);
        return [store, engine, keys = OwnKeys(team, thread)]() mutable {
            for (int i = 0; i < roundsPerBlock; ++i) {
                engine->reserveAndComplete(keys.next());
            }
        };
    };
}

Team::Make plainWorkers(const std::string& connection, const std::vector<std::string>& statements, int team)
{
    return [connection, statements, team](int thread) -> Team::Worker {
        const auto plain = std::make_shared<PlainPostgres>(connection, statements);
        return [plain, keys = OwnKeys(team, thread)]() mutable {
            for (int i = 0; i < roundsPerBlock; ++i) {
                plain->reserveAndComplete(keys.next());
            }
        };
    };
}

/// The engine in one database and the plain loop in another, which the engine has made, so that the schema is
/// the same.
class Databases
{
public:
    Databases()
        : m_statements(engineStatements(m_plain.connection()))
    {
        engineStatements(m_engine.connection());
    }

    void compareWith(int connections, benchmark::State& state, Comparison& comparison)
    {
        ++m_teams;
        Team plain(connections, plainWorkers(m_plain.connection(), m_statements, m_teams));
        Team engine(connections, engineWorkers(m_engine.connection(), m_teams));
        const int operations = roundsPerBlock * connections;
        compare(state, comparison, {operations, [&plain] { plain.run(); }},
                {operations, [&engine] { engine.run(); }});
    }

private:
    /// Makes the schema on the way.
    static std::vector<std::string> engineStatements(const std::string& connection)
    {
        const std::unique_ptr<PostgresStore> store = must(PostgresStore::open(connection));
        EngineLoop engine(*store);
        return statementsOf(*store, [&engine] { engine.reserveAndComplete("first"); });
    }

    ScratchDatabase m_plain;
    ScratchDatabase m_engine;
    std::vector<std::string> m_statements;
    int m_teams = 0;
};

} // namespace

void registerPostgres(Ratios& ratios)
{
    if (!ScratchDatabase::available()) {
        return;
    }
    const auto databases = std::make_shared<std::unique_ptr<Databases>>(); // made when the first one runs
    for (const int connections : {1, 2, 4, 8}) {
        Comparison& comparison
            = ratios.add({.what = "PostgreSQL, reserve + complete / libpq, prepared, "
                              + (connections == 1 ? std::string("1 connection")
                                                  : std::to_string(connections) + " connections"),
                          .target = 0.8});
        registerComparison("ratio/postgres/reserve_complete/" + std::to_string(connections),
                           [databases, &comparison, connections](benchmark::State& state) {
                               if (!*databases) {
                                   *databases = std::make_unique<Databases>();
                               }
                               (*databases)->compareWith(connections, state, comparison);
                           });
    }
}

} // namespace idem
