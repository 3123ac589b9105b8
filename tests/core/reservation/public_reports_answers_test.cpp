#include "tests/core/reservation/every_kind.h"
#include "tests/core/reservation/scene.h"

#include <gmock/gmock.h>

// Public reports, part A: the rows about what is stored of an answer and what comes back.
namespace idem {
namespace {

using nlohmann::json;

TEST(PublicReports, Report39AReplayHasTheStatusOfTheFirstAnswer)
{
    const std::string first = json{{"status", 406}, {"body", "no such format"}}.dump();
    const auto statusOf = [](const std::string& answer) { return json::parse(answer).value("status", 200); };

    Scene faulty; // stores the body alone, and so every replay is a success
    Client(faulty).perform("k", "{}", json{{"body", "no such format"}}.dump());
    Client wrong(faulty);
    EXPECT_EQ(wrong.perform(), Answer::Replayed);
    EXPECT_EQ(statusOf(wrong.answer()), 200);

    for (const Outcome outcome : {Outcome::Done, Outcome::FailedForGood}) {
        Scene ours;
        Client failing(ours);
        failing.reserve();
        failing.fail(outcome, first);
        Client repeat(ours);
        EXPECT_EQ(repeat.perform(), Answer::Replayed);
        EXPECT_EQ(statusOf(repeat.answer()), 406);
        EXPECT_EQ(repeat.answer(), first);
        EXPECT_EQ(repeat.got().record.state, finishedState(outcome)); // a failure is told as one
        EXPECT_EQ(ours.effects(), 0);
    }
}

TEST(PublicReports, Report41AReplayBringsTheHeadersOfTheFirstAnswerByteForByte)
{
    const std::string body = "{\"id\":7}";
    const std::string whole
        = std::string("HTTP/1.1 201 Created\r\nLocation: /charges/7\r\nETag: \"v1\"\r\n\r\n") + body
        + std::string("\0\xff", 2);
    Scene faulty;
    Client(faulty).perform("k", "{}", body);
    Client poorer(faulty);
    EXPECT_EQ(poorer.perform(), Answer::Replayed);
    EXPECT_THAT(poorer.answer(), testing::Not(testing::HasSubstr("Location:")));

    onEveryKind([&](Place& place) {
        const Reserved first = must(place.open()->reserve(invoice(), reconciling, start));
        must(place.open()->finish(first.record.key, first.record.token, Outcome::Done, whole, start + 1s));
        const Reserved repeat = must(place.open()->reserve(invoice(), reconciling, start + 2s));
        EXPECT_EQ(repeat.decision.answer, Answer::Replayed);
        EXPECT_EQ(repeat.record.answer, whole);
    });
}

/// What one process remembers of the store, and how long it believes it.
class LocalCache
{
public:
    void remember(const Reservation& record) { m_records[record.key] = record; }

    /// The fault: an answer is an answer, however old.
    const std::optional<std::string>& careless(const std::string& key) { return m_records.at(key).answer; }

    /// A copy is judged as the record itself would be.
    Decision decision(const std::string& key, const Scene& scene)
    {
        const Reservation& record = m_records.at(key);
        const Standing stands = standing(record, scene.now());
        return decide(&stands, record.fingerprint == scene.fingerprintOf("{}"), scene.design().policy);
    }

private:
    std::map<std::string, Reservation> m_records;
};

TEST(PublicReports, Report43ACopyInTheProcessAnswersAsTheStoreDoesAndAgesWithIt)
{
    Scene scene({.retention = 1h});
    LocalCache cache;
    Client first(scene);
    EXPECT_EQ(first.reserve(), Answer::Started);
    cache.remember(*scene.status());
    EXPECT_EQ(cache.decision("k", scene).answer, Answer::InProgress);
    scene.at(1s);
    first.act();
    first.complete("the stored answer");
    cache.remember(*scene.status());

    scene.at(1min);
    Client repeat(scene);
    EXPECT_EQ(repeat.perform(), Answer::Replayed);
    EXPECT_EQ(cache.decision("k", scene), repeat.got().decision);
    EXPECT_EQ(cache.careless("k"), repeat.answer());

    scene.at(1s + 1h);
    EXPECT_EQ(cache.careless("k"), "the stored answer"); // though the store would start
    EXPECT_EQ(cache.decision("k", scene).answer, Answer::Started);
    EXPECT_EQ(Client(scene).reserve(), Answer::Started);
}

TEST(PublicReports, Report53AResultThatDoesNotFitNeverMakesTheActionRunAgain)
{
    constexpr std::size_t cap = 400'000;
    const std::string result(500'000, 'r');
    const auto actAndStore = [&](Scene& scene, const std::string& stored) {
        Client first(scene);
        first.reserve();
        first.act();
        if (stored.size() <= cap) {
            first.complete(stored);
        } // else the store refuses the write, and the reservation stays as it was
        scene.at(1min);
    };
    Scene faulty({.policy = {.onExpired = OnExpired::TakeOver}});
    actAndStore(faulty, result);
    EXPECT_EQ(Client(faulty).perform(), Answer::Started);
    EXPECT_EQ(faulty.effects(), 2);

    // A marker in its place keeps the action done.
    const std::string marker = json{{"truncated", true}, {"bytes", result.size()}}.dump();
    Scene marked;
    actAndStore(marked, marker);
    Client repeat(marked);
    EXPECT_EQ(repeat.perform(), Answer::Replayed);
    EXPECT_EQ(repeat.answer(), marker);
    EXPECT_EQ(marked.effects(), 1);

    // Where even the marker was not written, ours still does not run again.
    Scene refused;
    actAndStore(refused, result);
    EXPECT_EQ(Client(refused).perform(), Answer::OutcomeUnknown);
    EXPECT_EQ(refused.reconcile(), Finish::Applied);
    EXPECT_EQ(Client(refused).perform(), Answer::Replayed);
    EXPECT_EQ(refused.effects(), 1);
}

TEST(PublicReports, Report53TwoMegabytesAreStoredAndComeBackWhole)
{
    std::string large(2'000'000, '\0');
    for (std::size_t at = 0; at < large.size(); ++at) {
        large[at] = static_cast<char>(at * 31 % 251);
    }
    onEveryKind([&](Place& place) {
        const Reserved first = must(place.open()->reserve(invoice(), reconciling, start));
        const Changed done
            = must(place.open()->finish(first.record.key, first.record.token, Outcome::Done, large, start));
        EXPECT_EQ(done.finish, Finish::Applied);
        const Reserved repeat = must(place.open()->reserve(invoice(), reconciling, start + 1min));
        EXPECT_EQ(repeat.decision.answer, Answer::Replayed);
        EXPECT_TRUE(repeat.record.answer == large);
    });
}

} // namespace
} // namespace idem
