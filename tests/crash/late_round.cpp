#include "tests/crash/scenes.h"

#include <array>
#include <csignal>
#include <functional>

namespace idem {

namespace {

/// What happens to the first worker, in words and as steps. All wait for processes, none for time.
void sleeper(Stage&, Cast& cast, WorkerOptions first)
{
    cast.oneSleepsBeforeSending(std::move(first));
}

/// The old request comes after the look-up that did not see it, and before the new one.
void twoSleepers(Stage&, Cast& cast, WorkerOptions first)
{
    first.stopAt = StopAt::BeforeSend;
    Process& old = cast.start(first);
    cast.untilStopped(old);
    Process& fresh = cast.start(first);
    cast.untilStopped(fresh);
    old.signal(SIGCONT);
    cast.until("the first one ended its work", [&cast] { return cast.count("finished") > 0; });
    fresh.signal(SIGCONT);
    cast.untilDone(old);
    cast.untilDone(fresh);
}

void lateRequest(Stage& stage, Cast& cast, WorkerOptions first)
{
    first.stopAt = StopAt::AfterSend;
    first.holdRequest = true;
    Process& dead = cast.start(first);
    cast.untilStopped(dead);
    dead.signal(SIGKILL);
    cast.untilDone(cast.start());
    stage.ledger().letGo();
}

void killedAfterSend(Stage& stage, Cast& cast, WorkerOptions first)
{
    first.stopAt = StopAt::AfterSend;
    Process& dead = cast.start(first);
    cast.untilStopped(dead);
    cast.until("the effect was there", [&] { return stage.ledger().hasEffect(actionNamed(first, 0)); });
    dead.signal(SIGKILL);
    cast.untilDone(cast.start());
}

/// The caller stops waiting while its request is under way, says that it doesn't know, and asks at once. The
/// lease runs on for long, so a request may still arrive: "it did not happen" must not count yet.
void givesUp(Stage& stage, Cast& cast, WorkerOptions first)
{
    first.leaseMs = slowly(3000);
    first.longestRequestMs = slowly(2000);
    first.holdRequest = true;
    first.givesUpPercent = 100;
    Process& impatient = cast.start(first);
    cast.until("it gave up", [&cast] { return cast.count("finished") > 0; });
    const TimePoint until = Engine::systemClock() + Milliseconds(300);
    cast.until("there was time for a second one", [&] {
        return Engine::systemClock() > until || stage.ledger().hasEffect(actionNamed(first, 0));
    });
    stage.ledger().letGo();
    cast.untilDone(impatient);
}

struct Script
{
    const char* title;
    void (*play)(Stage& stage, Cast& cast, WorkerOptions first);
    Takes takes;
    int effects; ///< as they must come out
    bool stale; ///< whether the first one's finish has to be refused
    OnExpired onExpired = OnExpired::Reconcile;
    bool inTime
        = false; ///< promised only where requests arrive within their lease, which a slow machine may miss
};

constexpr std::array scripts{
    // Stopped past its lease between reserving and sending: only the provider can help.
    Script{"asleep before sending, no fence", sleeper, Takes::Nothing, 2, true},
    Script{"asleep before sending, key", sleeper, Takes::Key, 1, true},
    Script{"asleep before sending, token", sleeper, Takes::Token, 1, true},
    Script{"asleep before sending, bare token", sleeper, Takes::BareToken, 1, true},
    Script{"two asleep before sending, no fence", twoSleepers, Takes::Nothing, 2, true},
    Script{"two asleep before sending, key", twoSleepers, Takes::Key, 1, true},
    Script{"two asleep before sending, token", twoSleepers, Takes::Token, 1, true},
    // A token that is only compared with those that came before is not enough.
    Script{"two asleep before sending, bare token", twoSleepers, Takes::BareToken, 2, true},
    // A request that is under way for longer than the lease.
    Script{"request later than the lease, no fence", lateRequest, Takes::Nothing, 2, false},
    Script{"request later than the lease, key", lateRequest, Takes::Key, 1, false},
    Script{"request later than the lease, token", lateRequest, Takes::Token, 1, false},
    Script{"request later than the lease, bare token", lateRequest, Takes::BareToken, 1, false},
    // A crash alone: reconciling is enough, and without it there are two.
    Script{"killed after sending, no fence", killedAfterSend, Takes::Nothing, 1, false},
    Script{"killed after sending, no fence, blind release", killedAfterSend, Takes::Nothing, 2, false,
           OnExpired::TakeOver},
    Script{"gave up waiting, no fence", givesUp, Takes::Nothing, 1, false, OnExpired::Reconcile, true},
};

} // namespace

void lateRound(const Round& round)
{
    const Script& script = scripts.at(static_cast<std::size_t>(round.number - 1) % scripts.size());
    Cast cast(
        round.stage, round.name,
        {.seed = round.seed, .leaseMs = slowly(150), .takes = script.takes, .onExpired = script.onExpired});
    cast.go();
    script.play(round.stage, cast, cast.worker());
    const bool enforced = script.takes == Takes::Key || script.takes == Takes::Token;
    const Verdict verdict = verdictOf(round.stage, cast, enforced);
    round.outcomes.add(verdict);
    const std::string title = std::string(script.title) + ": ";
    for (const std::string& what : verdict.wrong) {
        round.complain(title + what);
    }
    const int duplicates = verdict.duplicates - (script.inTime ? verdict.excused : 0);
    if (duplicates != script.effects - 1) {
        round.complain(title + std::to_string(duplicates) + " duplicates, not "
                       + std::to_string(script.effects - 1));
    }
    if (script.stale && verdict.stale == 0) {
        round.complain(title + "the finish of the one that slept was taken");
    }
    // What a blind release does has no excuse: a crash is enough.
    if (script.onExpired == OnExpired::TakeOver && verdict.twice.empty()) {
        round.complain(title + "the duplicate was not seen");
    }
}

} // namespace idem
