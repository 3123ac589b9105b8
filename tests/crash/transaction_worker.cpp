#include "tests/crash/any_store.h"
#include "tests/crash/worker.h"
#include "tests/must.h"

#include "core/store/sql_session.h"

#include <csignal>

namespace idem {

/// Reports "statement" for each one before it runs, so that the driver knows where it ended the process, and
/// "end" as if it were one more: the process may also die after everything is stored and before it says so.
void workInTransaction(const WorkerOptions& options)
{
    const Reports reports(options.reports, options.name);
    const std::unique_ptr<Store> store = must(openStore(options.store));
    const std::string action = actionNamed(options, 0);
    int count = 0;
    const auto before = [&](std::string_view statement) {
        ++count;
        reports.write({.what = "statement", .answer = std::string(statement)});
        if (count == options.killBefore) {
            raise(SIGKILL);
        }
    };
    store->session()->observe(before);
    Engine engine = must(Engine::make(
        *store,
        {.holder = options.name, .lease = Milliseconds(options.leaseMs), .retention = std::chrono::hours(24)}));
    // With a budget, as that is one more table that has to agree with the others.
    const Request request{.key = action,
                          .fingerprint = fingerprint(nlohmann::json{{"action", action}}, {}),
                          .budget = Budget{.scope = "crash:" + action, .amount = 42, .limit = 50}};
    const Result<Reply> reply = engine.runInTransaction(
        request, [&](SqlSession& session, const Reservation& held) -> Result<Worked> {
            const std::string answer = "effect by " + options.name;
            const Result<SqlRows> done = session.run(
                "INSERT INTO crash_effects (action, token, answer) VALUES ($1, $2, $3)",
                {std::string_view(held.key), static_cast<std::int64_t>(held.token), std::string_view(answer)});
            if (!done) {
                return done.error();
            }
            return Worked{.outcome = Outcome::Done, .answer = answer};
        });
    before("end");
    const Reply& got = must(reply);
    reports.write({.what = "told",
                   .action = action,
                   .token = got.record.token,
                   .word = std::string(got.code()),
                   .state = std::string(name(got.record.state)),
                   .answer = got.record.answer.value_or("")});
}

} // namespace idem
