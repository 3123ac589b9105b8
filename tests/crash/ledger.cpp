#include "tests/crash/ledger.h"

#include "tests/must.h"

#include <array>

namespace idem {

namespace {

// Actions are keys here: one name for both.
constexpr std::array schema = {
    "PRAGMA journal_mode = WAL",
    "CREATE TABLE requests (id INTEGER PRIMARY KEY, action TEXT NOT NULL, token INTEGER NOT NULL,"
    " takes TEXT NOT NULL, lease_until INTEGER NOT NULL, held INTEGER NOT NULL, due INTEGER NOT NULL,"
    " work INTEGER NOT NULL, state TEXT NOT NULL, arrived_at INTEGER, answer TEXT NOT NULL DEFAULT '')",
    "CREATE INDEX requests_open ON requests (due) WHERE state IN ('sent', 'arrived')",
    "CREATE INDEX requests_of ON requests (action)",
    "CREATE TABLE effects (id INTEGER PRIMARY KEY, action TEXT NOT NULL, token INTEGER NOT NULL,"
    " at INTEGER NOT NULL, answer TEXT NOT NULL)",
    "CREATE INDEX effects_of ON effects (action)",
    "CREATE TABLE fences (action TEXT PRIMARY KEY, newest INTEGER NOT NULL)",
};

std::int64_t now()
{
    return Engine::systemClock().time_since_epoch().count();
}

std::int64_t signedToken(std::uint64_t token)
{
    return static_cast<std::int64_t>(token);
}

} // namespace

Ledger::Ledger(const std::string& path, Open how)
    : m_connection(must(SqliteConnection::open(path)))
{
    run("PRAGMA synchronous = OFF"); // it has to outlive processes, not power cuts
    if (how == Open::New) {
        for (const char* statement : schema) {
            run(statement);
        }
    }
}

SqlRows Ledger::run(std::string_view sql, const std::vector<SqlParameter>& values)
{
    return must(m_connection->run(sql, values));
}

void Ledger::together(const std::function<void()>& work)
{
    const std::optional<Error> failed = m_connection->inTransaction([&work]() -> Result<bool> {
        work();
        return true;
    });
    if (failed) {
        throw std::runtime_error(failed->text());
    }
}

std::int64_t Ledger::send(const Message& message)
{
    const std::string takes = nlohmann::json(message.takes).get<std::string>();
    const SqlRows sent
        = run("INSERT INTO requests (action, token, takes, lease_until, held, due, work, state)"
              " VALUES ($1, $2, $3, $4, $5, $6, $7, 'sent') RETURNING id",
              {std::string_view(message.action), signedToken(message.token), std::string_view(takes),
               std::int64_t{message.leaseUntil.time_since_epoch().count()}, std::int64_t{message.held},
               now() + message.transit.count(), std::int64_t{message.work.count()}});
    return numberOf(sent.rows.front().front());
}

std::optional<Performed> Ledger::answerOf(std::int64_t request)
{
    const SqlRows got = run("SELECT state, answer FROM requests WHERE id = $1", {request});
    const std::string state = textOf(got.rows.at(0).at(0));
    if (state != "performed" && state != "refused") {
        return std::nullopt;
    }
    return Performed{.refused = state == "refused", .answer = textOf(got.rows[0][1])};
}

Probed Ledger::lookUp(const std::string& action, std::uint64_t token, Takes takes)
{
    Probed found;
    together([&] {
        if (const std::vector<Effect> there = effects(action); !there.empty()) {
            found = {.probe = Probe::Happened, .answer = there.front().answer};
            return;
        }
        const SqlRows open
            = run("SELECT 1 FROM requests WHERE action = $1 AND state = 'arrived'", {std::string_view(action)});
        if (open.rows.empty()) {
            found.probe = Probe::DidNotHappen;
            if (takes == Takes::Token) {
                raiseFence(action, signedToken(token) + 1);
            }
        }
    });
    return found;
}

bool Ledger::hasEffect(const std::string& action)
{
    return !effects(action).empty();
}

void Ledger::advance()
{
    const SqlRows due
        = run("SELECT id FROM requests WHERE state IN ('sent', 'arrived') AND held = 0 AND due <= $1"
              " ORDER BY due, id",
              {now()});
    for (const std::vector<SqlValue>& row : due.rows) {
        together([&] { step(numberOf(row.front())); });
    }
}

void Ledger::step(std::int64_t request)
{
    const SqlRows got = run("SELECT action, token, takes, state FROM requests WHERE id = $1", {request});
    const std::vector<SqlValue>& row = got.rows.at(0);
    const std::string action = textOf(row[0]);
    const std::int64_t token = numberOf(row[1]);
    const Takes takes = nlohmann::json(textOf(row[2])).get<Takes>();
    if (textOf(row[3]) == "sent") {
        run("UPDATE requests SET state = 'arrived', arrived_at = $2, due = $2 + work WHERE id = $1",
            {request, now()});
        if (takes != Takes::Token && takes != Takes::BareToken) {
            return;
        }
        if (!refuses(action, token)) {
            raiseFence(action, token);
            return;
        }
    }
    perform(request, action, token, takes);
}

/// The fence is asked once more here: a newer token may have come while this request was worked on.
void Ledger::perform(std::int64_t request, const std::string& action, std::int64_t token, Takes takes)
{
    if ((takes == Takes::Token || takes == Takes::BareToken) && refuses(action, token)) {
        end(request, "refused", "an old token");
        return;
    }
    if (takes == Takes::Key) {
        if (const std::vector<Effect> there = effects(action); !there.empty()) {
            end(request, "performed", there.front().answer);
            return;
        }
    }
    const SqlRows made = run("INSERT INTO effects (action, token, at, answer) SELECT $1, $2, $3,"
                             " 'effect ' || (SELECT coalesce(max(id), 0) + 1 FROM effects) RETURNING answer",
                             {std::string_view(action), token, now()});
    end(request, "performed", textOf(made.rows.at(0).at(0)));
}

void Ledger::end(std::int64_t request, std::string_view state, const std::string& answer)
{
    run("UPDATE requests SET state = $2, answer = $3 WHERE id = $1",
        {request, state, std::string_view(answer)});
}

bool Ledger::refuses(const std::string& action, std::int64_t token)
{
    return !run("SELECT 1 FROM fences WHERE action = $1 AND newest > $2", {std::string_view(action), token})
                .rows.empty();
}

void Ledger::raiseFence(const std::string& action, std::int64_t token)
{
    run("INSERT INTO fences VALUES ($1, $2) ON CONFLICT (action) DO UPDATE SET newest = max(newest, $2)",
        {std::string_view(action), token});
}

void Ledger::letGo()
{
    run("UPDATE requests SET held = 0 WHERE held = 1");
}

bool Ledger::isQuiet()
{
    return run("SELECT 1 FROM requests WHERE state IN ('sent', 'arrived') AND held = 0 LIMIT 1").rows.empty();
}

std::vector<Effect> Ledger::effects(const std::string& action)
{
    const SqlRows got
        = run("SELECT token, answer FROM effects WHERE action = $1 ORDER BY id", {std::string_view(action)});
    std::vector<Effect> out;
    for (const std::vector<SqlValue>& row : got.rows) {
        out.push_back({action, static_cast<std::uint64_t>(numberOf(row[0])), textOf(row[1])});
    }
    return out;
}

bool Ledger::arrivedLate(const std::string& action)
{
    return !run("SELECT 1 FROM requests WHERE action = $1 AND arrived_at >= lease_until",
                {std::string_view(action)})
                .rows.empty();
}

} // namespace idem
