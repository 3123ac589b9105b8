#include "core/key/key_template.h"
#include "core/reservation/vendor_policies.h"
#include "tests/core/reservation/every_kind.h"
#include "tests/core/reservation/scene.h"

#include <algorithm>
#include <barrier>
#include <set>
#include <sqlite3.h>
#include <thread>

// Public reports, part A: the rows about calls that come at the same time, and about one rule in two places.
namespace idem {
namespace {

constexpr int callersAtOnce = 4;

/// What the callers got, each with a handle of its own on one store, as separate processes have it. Whoever is
/// started finishes at once if `finishes`.
std::vector<Result<Reserved>> allAtOnce(Place& place, bool finishes)
{
    std::vector<Result<Reserved>> out(callersAtOnce, Error{.place = {}, .cause = "never asked", .cure = {}});
    std::barrier together(callersAtOnce);
    std::vector<std::thread> running;
    for (Result<Reserved>& got : out) {
        running.emplace_back([&] {
            const std::shared_ptr<Store> store = place.open();
            together.arrive_and_wait();
            got = store->reserve(invoice(), reconciling, start);
            if (finishes && got && got->decision.answer == Answer::Started) {
                EXPECT_TRUE(
                    store->finish(got->record.key, got->record.token, Outcome::Done, "invoice 1", start).ok());
            }
        });
    }
    for (std::thread& each : running) {
        each.join();
    }
    return out;
}

auto howMany(const std::vector<Result<Reserved>>& got, Answer answer)
{
    return std::count_if(got.begin(), got.end(), [answer](const Result<Reserved>& each) {
        return each && each->decision.answer == answer;
    });
}

TEST(PublicReports, Report13TwoAtOnceAreSettledByTheInsertAndNotByACheckBefore)
{
    Scene faulty;
    const bool firstSees = faulty.status().has_value();
    const bool secondSees = faulty.status().has_value();
    for (const bool sees : {firstSees, secondSees}) {
        if (!sees) {
            faulty.act("k");
        }
    }
    Client(faulty).reserve(); // the record, once both are through
    EXPECT_EQ(faulty.effects(), 2);

    onEveryKind([](Place& place) {
        const auto got = allAtOnce(place, false);
        EXPECT_EQ(howMany(got, Answer::Started), 1);
        EXPECT_EQ(howMany(got, Answer::InProgress), callersAtOnce - 1);
    });
}

TEST(PublicReports, Report15TheLoserOfARaceIsToldAConflictAndNotThatAllIsWell)
{
    for (const VendorPolicy& vendor : vendorPolicies()) {
        Scene scene({.policy = vendor.policy});
        Client first(scene, "first");
        EXPECT_EQ(first.reserve(), Answer::Started) << vendor.name;
        Client second(scene, "second");
        const Answer answer = second.perform();
        EXPECT_EQ(answer, vendor.policy.onRunning == OnRunning::Replay ? Answer::Replayed : Answer::InProgress)
            << vendor.name;
        if (vendor.http.inProgress) { // 102 is no answer at all: a client goes on waiting for the real one
            EXPECT_EQ(vendor.http.inProgress, 409) << vendor.name;
        }
        first.act();
        EXPECT_EQ(scene.effects(), 1) << vendor.name;
    }
    EXPECT_EQ(vendorPolicy("ours")->http.inProgress, 409);
    EXPECT_EQ(vendorPolicy("ietf-draft")->http.inProgress, 409);
}

TEST(PublicReports, Report17TheLoserOfARaceReadsAgainInsteadOfGettingAnError)
{
    for (const bool winnerFinishes : {false, true}) {
        onEveryKind([winnerFinishes](Place& place) {
            const auto got = allAtOnce(place, winnerFinishes);
            EXPECT_EQ(howMany(got, Answer::Started), 1);
            EXPECT_EQ(howMany(got, Answer::InProgress) + howMany(got, Answer::Replayed), callersAtOnce - 1);
            for (const Result<Reserved>& each : got) {
                ASSERT_TRUE(each.ok()) << each.error().text();
                if (each->decision.answer == Answer::Replayed) {
                    EXPECT_TRUE(winnerFinishes);
                    EXPECT_EQ(each->record.answer, "invoice 1");
                }
            }
        });
    }
}

/// One connection of careless code: a lock is to be waited for 20 s, and that is all its care.
class Careless
{
public:
    explicit Careless(const std::string& file)
    {
        EXPECT_EQ(sqlite3_open(file.c_str(), &m_database), SQLITE_OK);
        sqlite3_busy_timeout(m_database, 20'000);
    }
    Careless(const Careless&) = delete;
    Careless& operator=(const Careless&) = delete;
    ~Careless() { sqlite3_close(m_database); }

    std::string run(const char* sql)
    {
        const int code = sqlite3_exec(m_database, sql, nullptr, nullptr, nullptr);
        return code == SQLITE_OK ? "ok" : sqlite3_errmsg(m_database);
    }

private:
    sqlite3* m_database = nullptr;
};

TEST(PublicReports, Report19ALockOfTheDatabaseIsWaitedForAndNeverAFailure)
{
    const Folder folder;
    const std::string file = folder.file("careless.db");
    Careless first(file);
    EXPECT_EQ(first.run("CREATE TABLE keys (key TEXT PRIMARY KEY)"), "ok");
    Careless second(file);
    for (Careless* each : {&first, &second}) {
        EXPECT_EQ(each->run("BEGIN; SELECT * FROM keys"), "ok");
    }
    EXPECT_EQ(first.run("INSERT INTO keys VALUES ('k')"), "ok");
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(second.run("INSERT INTO keys VALUES ('k')"), "database is locked");
    EXPECT_LT(std::chrono::steady_clock::now() - before, 15s) << "who has read already is not even let wait";

    onEveryKind([](Place& place) {
        for (int round = 0; round < 5; ++round) { // the first starts, in all later rounds it is done
            for (const Result<Reserved>& each : allAtOnce(place, true)) {
                EXPECT_TRUE(each.ok()) << each.error().text();
            }
        }
        EXPECT_EQ(must(place.open()->find(invoice().key)).value().attempt, 1U);
    });
}

/// A queue whose unique index is over key and state: the fault of report 21.
class RowPerState
{
public:
    std::vector<std::pair<std::string, std::string>> rows;

    /// Moves up to `batch` waiting rows to active, all or none. How many.
    std::size_t claim(std::size_t batch)
    {
        auto next = rows;
        std::size_t claimed = 0;
        for (auto& [key, state] : next) {
            if (claimed < batch && state != "active") {
                state = "active";
                ++claimed;
            }
        }
        if (std::set(next.begin(), next.end()).size() < next.size()) {
            return 0;
        }
        rows = next;
        return claimed;
    }
};

TEST(PublicReports, Report21AKeyHasOneRecordThatChangesItsStateAndNotOneRecordPerState)
{
    RowPerState faulty{{{"k", "created"}, {"k", "retry"}}};
    for (int poll = 0; poll < 10; ++poll) {
        EXPECT_EQ(faulty.claim(2), 0U) << "stuck for ever";
    }

    Scene ours;
    Client earlier(ours, "earlier");
    earlier.reserve();
    earlier.fail(); // waits to be tried again
    Client retry(ours, "retry");
    Client created(ours, "created");
    EXPECT_EQ(retry.reserve(), Answer::Started);
    EXPECT_EQ(created.reserve(), Answer::InProgress);
    EXPECT_EQ(created.got().record.attempt, 2U);
    retry.act();
    EXPECT_EQ(retry.complete(), Finish::Applied);
    EXPECT_EQ(created.perform(), Answer::Replayed);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report23CallsOfOneWorkflowAtTheSameTimeRunItsBodyOnceAndEachStepOnce)
{
    Scene faulty; // looks only for what is done
    std::vector<bool> sawItDone;
    for (int caller = 0; caller < 3; ++caller) {
        const auto seen = faulty.status("workflow");
        sawItDone.push_back(seen && seen->state == State::Done);
    }
    for (const bool done : sawItDone) {
        if (!done) {
            faulty.act("workflow");
        }
    }
    EXPECT_EQ(faulty.effects(), 3);

    Scene ours;
    Client first(ours, "first");
    EXPECT_EQ(first.reserve("workflow"), Answer::Started);
    for (const char* other : {"second", "third"}) {
        EXPECT_EQ(Client(ours, other).reserve("workflow"), Answer::InProgress);
    }

    const KeyTemplate stepKey = Scene::must(KeyTemplate::parse("{$workflow}:{step}"));
    const auto run = [&](std::size_t steps) {
        std::vector<Answer> answers;
        for (std::size_t step = 1; step <= steps; ++step) {
            answers.push_back(
                Client(ours).perform(Scene::must(stepKey.expand({{"step", step}}, {{"workflow", "w1"}}))));
        }
        return answers;
    };
    EXPECT_EQ(run(1), std::vector{Answer::Started}); // and then it crashes
    EXPECT_EQ(run(2), (std::vector{Answer::Replayed, Answer::Started}));
    EXPECT_EQ(run(2), (std::vector{Answer::Replayed, Answer::Replayed}));
    EXPECT_EQ(ours.effects(), 2);
}

TEST(PublicReports, Report37AFailedRunIsAnsweredTheSameAloneAndInABatch)
{
    const Design again{.policy = {.onFailureForGood = OnFailure::StartAgain}};
    const auto failed = [](Scene& scene, Outcome outcome) {
        for (const char* key : {"a", "b", "c"}) {
            Client run(scene);
            run.reserve(key);
            run.fail(outcome);
        }
    };
    const auto alone = [](Scene& scene) { return Client(scene).reserve("a"); };
    const auto batch = [](Scene& scene) {
        std::set<Answer> answers;
        for (const char* key : {"b", "c"}) {
            answers.insert(Client(scene).reserve(key));
        }
        EXPECT_EQ(answers.size(), 1U);
        return *answers.begin();
    };

    Scene faulty(again);
    failed(faulty, Outcome::FailedForGood);
    EXPECT_EQ(alone(faulty), Answer::Started);
    faulty.change({}); // the second code path has its own rule
    EXPECT_EQ(batch(faulty), Answer::Replayed);

    for (const auto& [design, outcome, expected] :
         {std::tuple{Design{}, Outcome::FailedBefore, Answer::Started},
          std::tuple{Design{}, Outcome::FailedForGood, Answer::Replayed},
          std::tuple{again, Outcome::FailedForGood, Answer::Started}}) {
        Scene scene(design);
        failed(scene, outcome);
        EXPECT_EQ(alone(scene), expected);
        EXPECT_EQ(batch(scene), expected);
    }
}

} // namespace
} // namespace idem
