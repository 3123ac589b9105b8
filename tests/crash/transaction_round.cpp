#include "tests/crash/scenes.h"

#include "core/store/sql_session.h"
#include "tests/crash/random.h"
#include "tests/must.h"

#include <algorithm>
#include <csignal>

namespace idem {

namespace {

constexpr int fewest = 5; // begin, key, effect, its finish, commit: with fewer, statements were not seen
constexpr int most = 200;

struct Left
{
    std::size_t effects = 0;
    std::string answer;
    std::optional<Reservation> record;
    std::int64_t budget = 0;
};

Left left(Store& store, const std::string& action)
{
    Left out;
    const SqlRows rows = must(
        store.session()->run("SELECT answer FROM crash_effects WHERE action = $1", {std::string_view(action)}));
    out.effects = rows.rows.size();
    out.answer = rows.rows.empty() ? "" : textOf(rows.rows.front().front());
    out.record = must(store.find(action));
    out.budget = must(store.budgetUsed("crash:" + action));
    return out;
}

/// Empty where all is there, or nothing.
std::string tornApart(const Left& left)
{
    const bool nothing = left.effects == 0 && !left.record && left.budget == 0;
    const bool all = left.effects == 1 && left.record && left.record->state == State::Done
        && left.record->answer == left.answer && left.budget == 42;
    return nothing || all ? std::string()
                          : std::to_string(left.effects) + " effects, "
            + (left.record ? "a record that says " + std::string(name(left.record->state)) : "no record")
            + ", budget " + std::to_string(left.budget);
}

bool killed(Cast& cast, Process& worker)
{
    cast.until("a worker ended", [&worker] { return worker.state() == Process::State::Ended; });
    if (worker.code() != 0 && worker.code() != 128 + SIGKILL) {
        throw std::runtime_error("a worker ended with " + std::to_string(worker.code()));
    }
    return worker.code() != 0;
}

/// Kills before statement `n`, sometimes the one who repeats it as well, and lets one more end it. False when
/// there is no such statement any more.
bool killBefore(const Round& round, int n, Random& random)
{
    Cast cast(round.stage, round.name + "-" + std::to_string(n),
              {.seed = round.seed, .guard = Guard::Transaction});
    const std::string action = actionNamed(cast.worker(), 0);
    Store& store = round.stage.questions();
    bool wasKilled = false;
    const int second = random.percent(50) ? random.between(1, n) : 0;
    for (const int place : {n, second, 0}) {
        WorkerOptions worker = cast.worker();
        worker.killBefore = place;
        const bool died = killed(cast, cast.start(worker));
        wasKilled = wasKilled || (died && place == n);
        round.outcomes.add(Happened{.kills = died ? 1 : 0});
        if (const std::string torn = tornApart(left(store, action)); !torn.empty()) {
            round.complain("killed before statement " + std::to_string(place) + " (first kill before "
                           + std::to_string(n) + "): " + torn);
        }
    }
    const Left after = left(store, action);
    if (after.effects != 1) {
        round.complain("killed before statement " + std::to_string(n)
                       + ", then repeated: " + std::to_string(after.effects) + " effects");
    }
    for (const Report& report : cast.reports()) {
        if (report.what == "told" && report.answer != after.answer) {
            round.complain("killed before statement " + std::to_string(n) + ", then told \"" + report.answer
                           + "\" where the effect is \"" + after.answer + "\"");
        }
    }
    return wasKilled;
}

} // namespace

void transactionRound(const Round& round)
{
    Random random(round.seed);
    must(round.stage.questions().session()->run(
        "CREATE TABLE IF NOT EXISTS crash_effects (action TEXT, token BIGINT, answer TEXT)"));
    int n = 1;
    while (n <= most && killBefore(round, n, random)) {
        ++n;
    }
    if (n <= fewest || n > most) {
        round.complain(std::to_string(n - 1) + " statements were seen");
    }
}

} // namespace idem
