#include "core/reservation/vendor_policies.h"
#include "tests/core/reservation/scene.h"

// Public reports, part A: the rows about attempts that never end, late holders and retention. Each shows the
// fault under the design that has it, and then what ours does.
namespace idem {
namespace {

const Design withTakeOver{.policy = {.onExpired = OnExpired::TakeOver}};
const Design withoutLease{.policy = {.onExpired = OnExpired::KeepWaiting, .dropsUnsettled = true}};

TEST(PublicReports, Report01ALeaseEndsAnAbandonedReservation)
{
    Scene faulty(withoutLease);
    Client(faulty).reserve(); // and then the invocation times out
    for (const Milliseconds later : {Milliseconds(6s), Milliseconds(31s), Milliseconds(23h)}) {
        faulty.at(later);
        EXPECT_EQ(Client(faulty).reserve(), Answer::InProgress);
    }

    for (const Design& design : {withTakeOver, Design{}}) {
        Scene scene(design);
        Client first(scene, "first");
        EXPECT_EQ(first.reserve(), Answer::Started);
        scene.at(6s);
        Client repeat(scene, "repeat");
        EXPECT_EQ(repeat.reserve(), Answer::InProgress);
        scene.at(31s);
        if (repeat.reserve() == Answer::OutcomeUnknown) { // ours asks first
            EXPECT_TRUE(repeat.got().decision.askProvider);
            EXPECT_EQ(scene.reconcile(), Finish::Applied);
            EXPECT_EQ(repeat.reserve(), Answer::Started);
        }
        EXPECT_EQ(repeat.got().decision.answer, Answer::Started);
        EXPECT_EQ(repeat.got().record.attempt, 2U);
        EXPECT_EQ(first.complete("late"), Finish::Stale);
        repeat.act();
        EXPECT_EQ(repeat.complete("second"), Finish::Applied);
        EXPECT_EQ(scene.status()->answer, "second");
        EXPECT_EQ(scene.effects(), 1);
    }
}

TEST(PublicReports, Report03ALeaseIsOverWhateverUnitItsTimeWasStoredIn)
{
    using std::chrono::seconds;
    const TimePoint leaseUntil{Milliseconds(1'690'000'000'000)};
    const auto now = std::chrono::sys_seconds(seconds(1'690'000'001)); // from a clock that counts seconds
    for (const Policy& policy : {withTakeOver.policy, Policy{}}) {
        MemoryStore store;
        ReserveRequest request;
        request.key = "k";
        request.lease = 30s;
        request.retention = 24h;
        Scene::must(store.reserve(request, policy, leaseUntil - request.lease));

        // The fault: a count of seconds that is taken for milliseconds is always before the end of the lease.
        const TimePoint misread{Milliseconds(now.time_since_epoch().count())};
        EXPECT_EQ(Scene::must(store.reserve(request, policy, misread)).decision.answer, Answer::InProgress);

        // A time that knows its unit is converted, and a bare number is no time.
        const Reserved repeat = Scene::must(store.reserve(request, policy, now));
        EXPECT_EQ(repeat.decision.answer,
                  policy == Policy{} ? Answer::OutcomeUnknown : Answer::Started); // ours asks first
    }
    static_assert(!std::is_convertible_v<std::int64_t, TimePoint>);
    static_assert(!std::is_convertible_v<std::int64_t, Milliseconds>);
}

TEST(PublicReports, Report25AMarkerOfWorkUnderWayDoesNotLastAsLongAsAResult)
{
    Scene faulty(withoutLease);
    Client(faulty).reserve();
    faulty.at(24h - 1ms);
    EXPECT_EQ(Client(faulty).reserve(), Answer::InProgress);
    faulty.at(24h);
    EXPECT_EQ(Client(faulty).reserve(), Answer::Started);

    Scene takesOver(withTakeOver);
    Client(takesOver).reserve();
    takesOver.at(31s);
    EXPECT_EQ(Client(takesOver).reserve(), Answer::Started);

    Scene ours;
    Client(ours).reserve();
    ours.at(31s);
    EXPECT_EQ(Client(ours).reserve(), Answer::OutcomeUnknown);
    EXPECT_EQ(ours.reconcile(), Finish::Applied);
    EXPECT_EQ(Client(ours).perform(), Answer::Started);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report25AnUnknownOutcomeIsNotForgottenForItsAge)
{
    Scene ours;
    Client first(ours);
    first.reserve();
    first.act();
    first.crash();
    ours.at(std::chrono::days(400));
    EXPECT_EQ(ours.prune(), 0U);
    EXPECT_EQ(Client(ours).perform(), Answer::OutcomeUnknown);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report27ACrashBetweenTheEffectAndItsRecordIsAskedAboutAndNotDoneAgain)
{
    const auto actAndCrash = [](Scene& scene) {
        Client first(scene);
        first.reserve();
        first.act();
        first.crash();
        scene.at(31s);
    };
    Scene faulty(withTakeOver);
    actAndCrash(faulty);
    EXPECT_EQ(Client(faulty).perform(), Answer::Started);
    EXPECT_EQ(faulty.effects(), 2);

    Scene ours;
    actAndCrash(ours);
    Client repeat(ours);
    EXPECT_EQ(repeat.perform(), Answer::OutcomeUnknown);
    EXPECT_EQ(ours.reconcile(), Finish::Applied);
    EXPECT_EQ(repeat.perform(), Answer::Replayed);
    EXPECT_EQ(repeat.answer(), "as the provider has it");
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report29AnOldRequestCannotReleaseTheReservationOfANewOne)
{
    const Design tenSeconds{.policy = withTakeOver.policy, .lease = 10s};
    for (const bool checksOwner : {false, true}) {
        Scene scene(tenSeconds);
        Client first(scene, "first");
        first.reserve();
        scene.at(11s);
        Client second(scene, "second");
        EXPECT_EQ(second.reserve(), Answer::Started);
        EXPECT_EQ(second.got().decision.finding, Finding::TakenOver);
        scene.at(12s);
        if (checksOwner) {
            EXPECT_EQ(first.fail(), Finish::Stale);
        } else { // the fault: whoever asks releases what is there now
            const std::uint64_t whoever = scene.status()->token;
            EXPECT_EQ(
                Scene::must(scene.store.finish("k", whoever, Outcome::FailedBefore, {}, scene.now())).finish,
                Finish::Applied);
        }
        second.act();
        scene.at(13s);
        Client third(scene, "third");
        EXPECT_EQ(third.perform(), checksOwner ? Answer::InProgress : Answer::Started);
        EXPECT_EQ(scene.effects(), checksOwner ? 1 : 2);
        if (checksOwner) {
            EXPECT_EQ(third.got().record.holder, "second");
        }
    }
}

TEST(PublicReports, Report31RetentionReachesAsFarAsTheRedeliveries)
{
    const auto redelivery = [](Milliseconds retention, std::size_t pruned) {
        Scene scene({.retention = retention});
        Client(scene).perform();
        scene.at(3h); // the service was down in between; its first act is to clean up
        EXPECT_EQ(scene.prune(), pruned);
        const Answer answer = Client(scene).perform();
        EXPECT_EQ(scene.effects(), answer == Answer::Started ? 2 : 1);
        return answer;
    };
    EXPECT_EQ(redelivery(5min, 1), Answer::Started);
    EXPECT_EQ(redelivery(std::chrono::days(7), 0), Answer::Replayed);
}

TEST(PublicReports, Report31AKeyThatComesAfterItsRecordWasDroppedIsReported)
{
    Scene scene({.retention = 5min});
    Client(scene).perform();
    scene.at(3h);
    Client late(scene);
    EXPECT_EQ(late.perform(), Answer::Started);
    EXPECT_EQ(late.got().decision.finding, Finding::ReusedAfterRetention);
    EXPECT_EQ(scene.effects(), 2);
}

TEST(PublicReports, Report33AKeyOfAnEntityCollidesAndOutlivesItsProvidersMemory)
{
    const std::string first = R"({"company":"acme","email":"a@acme.example"})";
    const std::string second = R"({"company":"acme","email":"b@acme.example"})";
    const VendorPolicy& stripe = *vendorPolicy("stripe-v1");
    Scene provider({.policy = stripe.policy, .retention = stripe.retention});
    EXPECT_EQ(Client(provider).perform("customer:acme", first), Answer::Started);
    EXPECT_EQ(Client(provider).perform("customer:acme", second), Answer::Conflict);
    EXPECT_EQ(stripe.http.conflict, 400);
    provider.at(25h);
    EXPECT_EQ(Client(provider).perform("customer:acme", first), Answer::Started);
    EXPECT_EQ(provider.effects(), 2);

    // A record of one's own that is kept longer, over what identifies the action.
    Scene ours({.retention = std::chrono::days(400), .identifies = {"company"}});
    EXPECT_EQ(Client(ours).perform("customer:acme", first), Answer::Started);
    EXPECT_EQ(Client(ours).perform("customer:acme", second), Answer::Replayed);
    ours.at(25h);
    EXPECT_EQ(Client(ours).perform("customer:acme", first), Answer::Replayed);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report35AClockThatIsAheadDelaysATakeOverByItsSkewAndNoMore)
{
    constexpr Milliseconds skew = 120s;
    constexpr Milliseconds lease = 30s;
    Scene scene;
    ReserveRequest ahead;
    ahead.key = "k";
    ahead.fingerprint = scene.fingerprintOf("{}");
    ahead.lease = lease;
    ahead.retention = 24h;
    const Reserved first = Scene::must(scene.store.reserve(ahead, {}, scene.now() + skew));
    EXPECT_EQ(first.decision.answer, Answer::Started);

    // The fault: told to wait until the lease is over, a caller would wait for longer than any lease lasts.
    Client behind(scene);
    EXPECT_EQ(behind.reserve(), Answer::InProgress);
    EXPECT_LT(scene.now() - behind.got().record.reservedAt, Milliseconds(0));
    EXPECT_GT(behind.got().record.leaseUntil - scene.now(), lease);

    scene.at(skew + lease - 1ms);
    EXPECT_EQ(behind.reserve(), Answer::InProgress);
    scene.at(skew + lease);
    EXPECT_EQ(behind.reserve(), Answer::OutcomeUnknown);
    EXPECT_EQ(scene.reconcile(), Finish::Applied);
    EXPECT_EQ(behind.perform(), Answer::Started);
    EXPECT_EQ(scene.effects(), 1);
}

} // namespace
} // namespace idem
