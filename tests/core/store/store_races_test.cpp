#include "tests/core/store/store_under_test.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <thread>

// Several threads, each with a handle of its own, on one place: what the constraint and the compare-and-set are
// for.
namespace idem {
namespace {

constexpr int threads = 6;
constexpr int rounds = 25;

class StoreRaces : public OnEveryPlace
{
protected:
    /// Runs `step(store, thread, round)` in every thread, all of them starting each round together; returns
    /// what each of them got, by round.
    template <typename Got, typename Step>
    std::vector<std::vector<Got>> race(Step step)
    {
        std::vector<std::vector<Got>> out(rounds, std::vector<Got>(threads));
        std::atomic<int> failed{0};
        std::barrier together(threads);
        std::vector<std::thread> running;
        for (int thread = 0; thread < threads; ++thread) {
            running.emplace_back([&, thread] {
                const std::shared_ptr<Store> store = m_place->open();
                for (int round = 0; round < rounds; ++round) {
                    together.arrive_and_wait();
                    Result<Got> got = step(*store, thread, round);
                    if (got) {
                        out[static_cast<std::size_t>(round)][static_cast<std::size_t>(thread)]
                            = std::move(*got);
                    } else if (failed++ == 0) {
                        ADD_FAILURE() << got.error().text();
                    }
                }
            });
        }
        for (std::thread& each : running) {
            each.join();
        }
        EXPECT_EQ(failed, 0) << "a lost race is never an error";
        return out;
    }

    static std::string key(int round) { return "race:" + std::to_string(round); }

    static ReserveRequest by(int thread, int round)
    {
        ReserveRequest out = invoice(key(round));
        out.holder = "thread " + std::to_string(thread);
        return out;
    }

    static auto howMany(const std::vector<Reserved>& got, Answer answer)
    {
        return std::count_if(got.begin(), got.end(),
                             [answer](const Reserved& each) { return each.decision.answer == answer; });
    }

    /// Exactly one started, all others saw that one at work.
    void expectOneHolder(const std::vector<std::vector<Reserved>>& got)
    {
        const std::shared_ptr<Store> store = m_place->open();
        for (int round = 0; round < rounds; ++round) {
            const auto& answers = got[static_cast<std::size_t>(round)];
            EXPECT_EQ(howMany(answers, Answer::Started), 1) << "round " << round;
            EXPECT_EQ(howMany(answers, Answer::InProgress), threads - 1) << "round " << round;
            const auto stored = must(store->find(key(round)));
            ASSERT_TRUE(stored.has_value());
            for (const Reserved& each : answers) {
                EXPECT_EQ(each.record, *stored);
            }
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreRaces, testing::ValuesIn(everyKind()), nameOf);

TEST_P(StoreRaces, LetExactlyOneReserveANewKey)
{
    expectOneHolder(race<Reserved>([](Store& store, int thread, int round) {
        return store.reserve(by(thread, round), reconciling, start);
    }));
}

TEST_P(StoreRaces, LetExactlyOneStartAgainAfterAFailure)
{
    const std::shared_ptr<Store> store = m_place->open();
    for (int round = 0; round < rounds; ++round) {
        const Reserved first = must(store->reserve(invoice(key(round)), reconciling, start));
        must(store->finish(key(round), first.record.token, Outcome::FailedBefore, {}, start));
    }
    expectOneHolder(race<Reserved>([](Store& mine, int thread, int round) {
        return mine.reserve(by(thread, round), reconciling, start + 1s);
    }));
}

TEST_P(StoreRaces, LetExactlyOneTakeOver)
{
    const std::shared_ptr<Store> store = m_place->open();
    for (int round = 0; round < rounds; ++round) {
        must(store->reserve(invoice(key(round)), reconciling, start));
    }
    expectOneHolder(race<Reserved>([](Store& mine, int thread, int round) {
        return mine.reserve(by(thread, round), takingOver, start + 1min);
    }));
}

TEST_P(StoreRaces, LetExactlyOneReuseAKeyPastRetention)
{
    const std::shared_ptr<Store> store = m_place->open();
    for (int round = 0; round < rounds; ++round) {
        const Reserved first = must(store->reserve(invoice(key(round)), reconciling, start));
        must(store->finish(key(round), first.record.token, Outcome::Done, "old", start));
    }
    expectOneHolder(race<Reserved>([](Store& mine, int thread, int round) {
        return mine.reserve(by(thread, round), reconciling, start + 25h);
    }));
}

TEST_P(StoreRaces, LetAFinishOrATakeOverWinButNeverBoth)
{
    std::vector<Reservation> holders;
    const std::shared_ptr<Store> store = m_place->open();
    for (int round = 0; round < rounds; ++round) {
        holders.push_back(must(store->reserve(invoice(key(round)), reconciling, start)).record);
    }
    struct Got
    {
        bool finished = false;
        bool started = false;
        bool replayed = false;
    };
    const auto got = race<Got>([&holders](Store& mine, int thread, int round) -> Result<Got> {
        const TimePoint now = start + 1min;
        if (thread % 2 == 0) {
            const auto& record = holders[static_cast<std::size_t>(round)];
            const Result<Changed> done
                = mine.finish(record.key, record.token, Outcome::Done, "the holder's", now);
            return done ? Result<Got>(Got{.finished = done->finish == Finish::Applied}) : done.error();
        }
        const Result<Reserved> taken = mine.reserve(by(thread, round), takingOver, now);
        return taken ? Result<Got>(Got{.started = taken->decision.answer == Answer::Started,
                                       .replayed = taken->decision.answer == Answer::Replayed})
                     : taken.error();
    });
    for (int round = 0; round < rounds; ++round) {
        const auto& each = got[static_cast<std::size_t>(round)];
        const auto finished = std::count_if(each.begin(), each.end(), [](const Got& g) { return g.finished; });
        const auto started = std::count_if(each.begin(), each.end(), [](const Got& g) { return g.started; });
        const auto replayed = std::count_if(each.begin(), each.end(), [](const Got& g) { return g.replayed; });
        EXPECT_EQ(finished + started, 1) << "round " << round;
        EXPECT_EQ(replayed, finished == 1 ? threads / 2 : 0) << "round " << round;
        EXPECT_EQ(must(store->find(key(round)))->state, finished == 1 ? State::Done : State::Processing);
    }
}

TEST_P(StoreRaces, LetExactlyOneLookUpOrFinishSettle)
{
    std::vector<Reservation> holders;
    const std::shared_ptr<Store> store = m_place->open();
    for (int round = 0; round < rounds; ++round) {
        holders.push_back(must(store->reserve(invoice(key(round)), reconciling, start)).record);
    }
    const auto got = race<Changed>([&holders](Store& mine, int thread, int round) {
        const auto& record = holders[static_cast<std::size_t>(round)];
        const TimePoint now = start + 1min;
        switch (thread % 3) {
        case 0:
            return mine.finish(record.key, record.token, Outcome::Done, "finish", now);
        case 1:
            return mine.settle(record.key, record.token, Probe::DidNotHappen, "nothing there", now);
        default:
            return mine.settle(record.key, record.token, Probe::Happened, "found", now);
        }
    });
    for (const auto& each : got) {
        EXPECT_EQ(std::count_if(each.begin(), each.end(),
                                [](const Changed& changed) { return changed.finish == Finish::Applied; }),
                  1);
        const auto& key = each.front().record->key;
        EXPECT_EQ(must(store->find(key)), each.front().record);
    }
}

TEST_P(StoreRaces, GiveNoTokenTwice)
{
    const auto got = race<Reserved>([](Store& store, int thread, int round) {
        return store.reserve(invoice(key(round) + ':' + std::to_string(thread)), reconciling, start);
    });
    std::vector<std::uint64_t> tokens;
    for (const auto& round : got) {
        for (const Reserved& each : round) {
            EXPECT_EQ(each.decision.answer, Answer::Started);
            tokens.push_back(each.record.token);
        }
    }
    std::sort(tokens.begin(), tokens.end());
    EXPECT_EQ(std::adjacent_find(tokens.begin(), tokens.end()), tokens.end());
    EXPECT_EQ(tokens.size(), static_cast<std::size_t>(threads * rounds));
}

} // namespace
} // namespace idem
