#include "tests/crash/verdict.h"

#include "core/engine/engine.h"
#include "tests/must.h"

#include <algorithm>

namespace idem {

namespace {

/// Of one action.
struct Judge
{
    std::string action;
    std::vector<Effect> effects;
    Reservation record;
    std::vector<Report> reports; ///< only those about it
    Verdict* verdict;

    void complain(const std::string& what) const { verdict->wrong.push_back(action + ": " + what); }

    void onEffects(bool excused) const
    {
        if (effects.size() < 2) {
            return;
        }
        const int extra = static_cast<int>(effects.size()) - 1;
        verdict->duplicates += extra;
        if (excused) {
            verdict->excused += extra;
        } else {
            verdict->twice.push_back(action + " has " + std::to_string(effects.size()) + " effects");
        }
    }

    void onRecord(bool unknownIsAllowed) const
    {
        if (record.state == State::Unknown && unknownIsAllowed) {
            ++verdict->unknown;
            return;
        }
        if (record.state != State::Done) {
            complain("the record says " + std::string(name(record.state)) + " in the end");
            return;
        }
        const auto itsEffect = [this](const Effect& effect) { return effect.answer == record.answer; };
        if (std::ranges::none_of(effects, itsEffect)) {
            complain("the record's answer \"" + record.answer.value_or("") + "\" is that of none of its "
                     + std::to_string(effects.size()) + " effects");
        }
        const std::vector<HistoryEvent> story = record.history.events();
        const auto dones
            = std::ranges::count_if(story, [](const HistoryEvent& event) { return event.what == "done"; });
        if (dones != 1 || story.back().what != "done") {
            complain("its history is done " + std::to_string(dones) + " times, and ends with "
                     + story.back().what);
        }
    }

    /// Every "done" that a worker was told is the one that the record has, and so is the one that was taken
    /// from a holder. What others wanted to write was refused.
    void onReports() const
    {
        int taken = 0;
        for (const Report& report : reports) {
            verdict->stale += report.stale() ? 1 : 0;
            const bool finished
                = report.what == "finished" && report.word == "applied" && report.state == "done";
            const bool told = report.what == "told" && report.state == "done";
            taken += finished ? 1 : 0;
            if ((finished || told) && (record.state != State::Done || report.answer != record.answer)) {
                complain(report.who + " was told that it is done, \"" + report.answer
                         + "\", and the record says " + std::string(name(record.state)) + ", \""
                         + record.answer.value_or("") + "\"");
            }
            if (finished && report.token != record.token) {
                complain("a finish with token " + std::to_string(report.token) + " was taken, the record has "
                         + std::to_string(record.token));
            }
        }
        if (taken > 1) {
            complain(std::to_string(taken) + " finishes were taken as the first");
        }
    }
};

void onRepeat(const Judge& judge, Store& store, const WorkerOptions& worker)
{
    Engine engine = must(Engine::make(
        store,
        {.holder = "driver", .lease = Milliseconds(worker.leaseMs), .retention = std::chrono::hours(24)}));
    const Request repeat{.key = judge.action, .fingerprint = judge.record.fingerprint};
    const Reply reply = must(engine.reserve(repeat));
    const Answer expected = judge.record.state == State::Done ? Answer::Replayed : Answer::OutcomeUnknown;
    if (reply.answer != expected || reply.record != judge.record) {
        judge.complain("a repeat after the round was told " + std::string(reply.code()));
    }
}

void addTroubles(Verdict& verdict, const std::vector<Report>& reports)
{
    for (const Report& report : reports) {
        verdict.troubles += report.what == "trouble" ? 1 : 0;
    }
}

} // namespace

Verdict verdictOf(Stage& stage, Cast& cast, bool enforced)
{
    cast.until("nothing was under way", [&stage] { return stage.ledger().isQuiet(); });
    Verdict verdict;
    const std::vector<Report> reports = cast.reports();
    addTroubles(verdict, reports);
    Store& store = stage.questions();
    for (int i = 0; i < cast.worker().actions; ++i) {
        Judge judge{.action = actionNamed(cast.worker(), i),
                    .effects = {},
                    .record = {},
                    .reports = {},
                    .verdict = &verdict};
        judge.effects = stage.ledger().effects(judge.action);
        std::ranges::copy_if(reports, std::back_inserter(judge.reports),
                             [&judge](const Report& report) { return report.action == judge.action; });
        const std::optional<Reservation> record = must(store.find(judge.action));
        if (!record) {
            judge.complain("there is no record of it");
            continue;
        }
        judge.record = *record;
        judge.onEffects(!enforced && stage.ledger().arrivedLate(judge.action));
        judge.onRecord(!enforced && judge.action.starts_with("sms:"));
        judge.onReports();
        onRepeat(judge, store, cast.worker());
    }
    return verdict;
}

Verdict effectsOnly(Stage& stage, Cast& cast)
{
    cast.until("nothing was under way", [&stage] { return stage.ledger().isQuiet(); });
    Verdict verdict;
    for (int i = 0; i < cast.worker().actions; ++i) {
        const std::string action = actionNamed(cast.worker(), i);
        const Judge judge{.action = action,
                          .effects = stage.ledger().effects(action),
                          .record = {},
                          .reports = {},
                          .verdict = &verdict};
        judge.onEffects(false);
        if (judge.effects.empty()) {
            judge.complain("no effect");
        }
    }
    return verdict;
}

} // namespace idem
