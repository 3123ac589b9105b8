#include "tests/crash/worker.h"

#include "tests/crash/any_store.h"
#include "tests/must.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <thread>

namespace idem {

namespace {

using namespace std::chrono_literals;

Fingerprint fingerprintOf(const std::string& action)
{
    return fingerprint(nlohmann::json{{"action", action}}, {});
}

/// The server may just be starting again.
std::unique_ptr<Store> patientlyOpened(const std::string& place)
{
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    for (;;) {
        Result<std::unique_ptr<Store>> store = openStore(place);
        if (store) {
            return std::move(*store);
        }
        if (std::chrono::steady_clock::now() > deadline) {
            throw std::runtime_error(store.error().text());
        }
        std::this_thread::sleep_for(10ms);
    }
}

} // namespace

Worker::Worker(const WorkerOptions& options)
    : m_options(options)
    , m_reports(options.reports, options.name)
    , m_ledger(options.ledger)
    , m_random(options.seed)
{
    if (options.guard == Guard::Reserve) {
        m_store = patientlyOpened(options.store);
        m_engine = std::make_unique<Engine>(engine(true));
        m_blind = std::make_unique<Engine>(engine(false));
    }
    m_reports.write({.what = "ready"});
    while (!std::filesystem::exists(options.reports + ".go")) {
        std::this_thread::sleep_for(2ms);
    }
}

Engine Worker::engine(bool canBeChecked) const
{
    EngineOptions options{.holder = m_options.name,
                          .policy = {.onExpired = m_options.onExpired},
                          .lease = Milliseconds(m_options.leaseMs),
                          .retention = 24h,
                          .canBeChecked = canBeChecked};
    if (m_options.longestRequestMs > 0) {
        options.longestRequest = Milliseconds(m_options.longestRequestMs);
    }
    options.providerEnforcesKey = m_options.takes == Takes::Key || m_options.takes == Takes::Token;
    return must(Engine::make(*m_store, options));
}

Engine& Worker::engineFor(const std::string& action)
{
    return action.starts_with("sms:") ? *m_blind : *m_engine;
}

void Worker::work()
{
    std::vector<std::string> open;
    for (int i = 0; i < m_options.actions; ++i) {
        open.push_back(actionNamed(m_options, i));
    }
    while (!open.empty()) {
        const auto next = open.begin() + m_random.upTo(static_cast<int>(open.size()) - 1);
        if (settle(*next)) {
            open.erase(next);
        } else {
            rest(12);
        }
    }
}

bool Worker::settle(const std::string& action)
{
    return m_options.guard == Guard::CheckThenAct ? checkThenAct(action) : settleWithEngine(action);
}

/// The plausible guard that does not work: between the look and the effect there is time for another.
bool Worker::checkThenAct(const std::string& action)
{
    if (m_ledger.hasEffect(action)) {
        return true;
    }
    Reservation nobodys;
    nobodys.key = action;
    const Worked worked = sendAndWait(nullptr, nobodys);
    return worked.outcome == Outcome::Done;
}

/// Half of the rounds are Engine::run(), the others the same by hand, as a caller with its own loop does it.
bool Worker::settleWithEngine(const std::string& action)
{
    Engine& engine = engineFor(action);
    const Request request{.key = action, .fingerprint = fingerprintOf(action)};
    if (m_random.percent(50)) {
        return settleByHand(engine, request);
    }
    std::optional<Reservation> held;
    Outcome outcome = Outcome::Unknown;
    const Result<Reply> reply = engine.run(
        request,
        [&](const Reservation& mine) {
            held = mine;
            m_reports.write({.what = "started", .action = action, .token = mine.token});
            Worked worked = sendAndWait(&engine, mine);
            outcome = worked.outcome;
            return worked;
        },
        [&](const Reservation& record) { return m_ledger.lookUp(action, record.token, m_options.takes); });
    if (!reply) {
        trouble(reply.error());
        return false;
    }
    if (held) {
        // What run() says of a finish that came too late is what the record says now, and that may be
        // "started", where a look-up released it.
        const bool mine = reply->answer == Answer::Started && reply->record.token == held->token
            && reply->record.state == finishedState(outcome);
        reportFinish(*held, outcome, mine ? Finish::Applied : Finish::Stale, reply->record);
    }
    return heard(request, *reply, nullptr);
}

bool Worker::settleByHand(Engine& engine, const Request& request)
{
    const Result<Reply> reply = engine.reserve(request);
    if (!reply) {
        trouble(reply.error());
        return false;
    }
    if (reply->answer == Answer::Started) {
        m_reports.write({.what = "started", .action = request.key, .token = reply->record.token});
        finish(engine, reply->record, sendAndWait(&engine, reply->record));
        return false; // it asks once more, and then hears what counts
    }
    const LookUp lookUp = [&](const Reservation& record) {
        return m_ledger.lookUp(request.key, record.token, m_options.takes);
    };
    return heard(request, *reply, &lookUp);
}

/// Whether the answer is final. With a `lookUp` an unknown outcome is looked into first.
bool Worker::heard(const Request& request, const Reply& reply, const LookUp* lookUp)
{
    Reply last = reply;
    if (last.answer == Answer::OutcomeUnknown && lookUp != nullptr) {
        const Result<std::optional<Reply>> asked = engineFor(request.key).reconcile(request.key, *lookUp);
        if (!asked) {
            trouble(asked.error());
            return false;
        }
        last = asked->value_or(last);
        m_reports.write({.what = "reconciled",
                         .action = request.key,
                         .token = last.record.token,
                         .state = std::string(name(last.record.state))});
    }
    const bool done = last.answer != Answer::Started && last.record.state == State::Done;
    const bool forPerson = last.record.state == State::Unknown && last.answer == Answer::OutcomeUnknown
        && !engineFor(request.key).options().canBeChecked;
    if (done || forPerson) {
        m_reports.write({.what = "told",
                         .action = request.key,
                         .token = last.record.token,
                         .word = std::string(last.code()),
                         .state = std::string(name(last.record.state)),
                         .answer = last.record.answer.value_or("")});
    }
    return done || forPerson;
}

void Worker::finish(Engine& engine, const Reservation& held, const Worked& worked)
{
    for (;;) {
        const Finished changed = worked.outcome == Outcome::Done
            ? engine.complete(held, worked.answer)
            : engine.fail(held, worked.outcome, worked.answer);
        if (changed) {
            reportFinish(held, worked.outcome, changed->finish, changed->record);
            return;
        }
        trouble(changed.error());
        rest(10);
    }
}

Worked Worker::sendAndWait(Engine* engine, const Reservation& held)
{
    stopIf(StopAt::BeforeSend, held.key);
    const bool hold = m_options.holdRequest && !m_held;
    m_held = true;
    const std::int64_t request
        = m_ledger.send({.action = held.key,
                         .token = held.token,
                         .takes = m_options.takes,
                         .leaseUntil = held.leaseUntil,
                         .transit = Milliseconds(m_random.upTo(m_options.transitMs)),
                         .work = Milliseconds(m_random.between(m_options.workMs / 4, m_options.workMs)),
                         .held = hold});
    stopIf(StopAt::AfterSend, held.key);
    const bool givesUp = m_random.percent(m_options.givesUpPercent);
    const TimePoint until = Engine::systemClock() + Milliseconds(m_random.upTo(10));
    TimePoint beat = Engine::systemClock() + Milliseconds(m_options.leaseMs / 4);
    for (;;) {
        if (const std::optional<Performed> answer = m_ledger.answerOf(request)) {
            return {.outcome = answer->refused ? Outcome::FailedBefore : Outcome::Done,
                    .answer = answer->answer};
        }
        const TimePoint now = Engine::systemClock();
        if (givesUp && now >= until) {
            return {.outcome = Outcome::Unknown};
        }
        if (m_options.heartbeats && engine != nullptr && now >= beat) {
            beat = now + Milliseconds(m_options.leaseMs / 4);
            if (const Result<Changed> renewed = engine->renew(held); !renewed) {
                trouble(renewed.error());
            }
        }
        std::this_thread::sleep_for(3ms);
    }
}

void Worker::stopIf(StopAt here, const std::string& action)
{
    if (m_options.stopAt == here && !m_stopped) {
        m_stopped = true;
        m_reports.write({.what = "stopped", .action = action});
        raise(SIGSTOP);
    }
}

void Worker::reportFinish(const Reservation& held, Outcome outcome, Finish finish,
                          const std::optional<Reservation>& record)
{
    m_reports.write({.what = "finished",
                     .action = held.key,
                     .token = held.token,
                     .word = finish == Finish::Applied ? "applied" : "stale",
                     .state = std::string(name(finishedState(outcome))),
                     .answer = record ? record->answer.value_or("") : ""});
}

/// A lost connection is no failure: whoever meets one asks again.
void Worker::trouble(const Error& error)
{
    m_reports.write({.what = "trouble", .answer = error.text()});
    rest(10);
}

void Worker::rest(int most)
{
    std::this_thread::sleep_for(Milliseconds(m_random.between(1, most)));
}

} // namespace idem
