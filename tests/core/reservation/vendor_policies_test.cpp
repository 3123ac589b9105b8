#include "core/reservation/vendor_policies.h"

#include "tests/core/reservation/scene.h"

#include <algorithm>
#include <set>

namespace idem {
namespace {

Design designOf(const VendorPolicy& vendor)
{
    // Who publishes no lease gets one that matters to nobody: such a policy never looks at it.
    return {.policy = vendor.policy,
            .lease = vendor.lease.value_or(Milliseconds(1s)),
            .retention = vendor.retention,
            .windowFromFirst = vendor.windowFromFirst};
}

Design designOf(std::string_view name)
{
    const VendorPolicy* vendor = vendorPolicy(name);
    if (vendor == nullptr) {
        throw std::logic_error("no policy of this name");
    }
    return designOf(*vendor);
}

const std::string firstBody = R"({"amount":120})";
const std::string otherBody = R"({"amount":150})";

TEST(VendorPolicies, AreFoundByTheirNamesAndOursComesFirst)
{
    std::set<std::string_view> names;
    for (const VendorPolicy& vendor : vendorPolicies()) {
        EXPECT_EQ(vendorPolicy(vendor.name), &vendor);
        names.insert(vendor.name);
        EXPECT_TRUE(std::all_of(vendor.name.begin(), vendor.name.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
        })) << vendor.name;
    }
    EXPECT_EQ(names.size(), vendorPolicies().size());
    EXPECT_EQ(vendorPolicies().front().name, "ours");
    EXPECT_EQ(vendorPolicies().front().policy, Policy{});
    EXPECT_EQ(vendorPolicy("Ours"), nullptr);
    EXPECT_EQ(vendorPolicy(""), nullptr);
}

TEST(VendorPolicies, SayWhereTheyComeFromAndHaveTimesThatAStoreTakes)
{
    for (const VendorPolicy& vendor : vendorPolicies()) {
        EXPECT_FALSE(vendor.title.empty()) << vendor.name;
        EXPECT_TRUE(vendor.name == "ours" || vendor.source.starts_with("https://")) << vendor.name;
        ReserveRequest request;
        request.key = "k";
        request.lease = vendor.lease.value_or(Milliseconds(1s));
        request.retention = vendor.retention;
        EXPECT_EQ(checkRequest(request), std::nullopt) << vendor.name;
        // A policy that does something at the end of a lease needs one, and the others have none to end.
        EXPECT_EQ(vendor.lease.has_value(), vendor.policy.onExpired != OnExpired::KeepWaiting) << vendor.name;
    }
}

TEST(VendorPolicies, AnswerOverHttpOnlyWithErrors)
{
    for (const VendorPolicy& vendor : vendorPolicies()) {
        for (const auto& status : {vendor.http.missingKey, vendor.http.inProgress, vendor.http.conflict}) {
            EXPECT_TRUE(!status || (*status >= 400 && *status < 500)) << vendor.name;
        }
        EXPECT_TRUE(!vendor.http.conflict || vendor.policy.comparesParameters) << vendor.name;
    }
    const HttpAnswers& draft = vendorPolicy("ietf-draft")->http;
    EXPECT_EQ(draft.missingKey, 400);
    EXPECT_EQ(draft.inProgress, 409);
    EXPECT_EQ(draft.conflict, 422);
}

TEST(VendorPolicies, AskTheProviderOnlyInOurs)
{
    for (const VendorPolicy& vendor : vendorPolicies()) {
        const bool asks = vendor.policy.onExpired == OnExpired::Reconcile;
        EXPECT_EQ(asks, vendor.name == "ours") << vendor.name;
        EXPECT_EQ(vendor.policy.dropsUnsettled, vendor.name != "ours") << vendor.name;
    }
}

/// What a repeat gets after the first was done, has failed, or is still at work.
struct Repeats
{
    std::string_view vendor;
    Answer running;
    Answer runningOther; ///< with other parameters
    Answer done;
    Answer doneOther;
    Answer failedForGood;
    Answer failedBefore;
};

Answer afterwards(const Design& design, std::optional<Outcome> outcome, const std::string& body)
{
    Scene scene(design);
    Client one(scene);
    one.reserve("k", firstBody);
    if (outcome) {
        one.fail(*outcome);
    }
    return Client(scene).reserve("k", body);
}

TEST(VendorPolicies, AnswerRepeatsAsTheirSystemsDo)
{
    using enum Answer;
    const std::vector<Repeats> expected = {
        {"ours", InProgress, Conflict, Replayed, Conflict, Replayed, Started},
        {"stripe-v1", InProgress, InProgress, Replayed, Conflict, Replayed, Started},
        {"stripe-v2", InProgress, InProgress, Replayed, Conflict, Started, Started},
        {"ietf-draft", InProgress, Conflict, Replayed, Conflict, Replayed, Started},
        {"powertools", InProgress, InProgress, Replayed, Replayed, Started, Started},
        {"rocket-rides", InProgress, Conflict, Replayed, Conflict, Replayed, Started},
        {"silent-replay", InProgress, InProgress, Replayed, Replayed, Replayed, Started},
        {"sqs-fifo", Replayed, Replayed, Replayed, Replayed, Replayed, Started},
        {"nats-jetstream", Replayed, Replayed, Replayed, Replayed, Replayed, Started},
    };
    ASSERT_EQ(expected.size(), vendorPolicies().size());
    for (const Repeats& each : expected) {
        const Design design = designOf(each.vendor);
        EXPECT_EQ(afterwards(design, std::nullopt, firstBody), each.running) << each.vendor;
        EXPECT_EQ(afterwards(design, std::nullopt, otherBody), each.runningOther) << each.vendor;
        EXPECT_EQ(afterwards(design, Outcome::Done, firstBody), each.done) << each.vendor;
        EXPECT_EQ(afterwards(design, Outcome::Done, otherBody), each.doneOther) << each.vendor;
        EXPECT_EQ(afterwards(design, Outcome::FailedForGood, firstBody), each.failedForGood) << each.vendor;
        EXPECT_EQ(afterwards(design, Outcome::FailedBefore, firstBody), each.failedBefore) << each.vendor;
    }
}

TEST(VendorPolicies, ForgetWhatIsDoneWhenTheirRetentionIsOver)
{
    for (const VendorPolicy& vendor : vendorPolicies()) {
        Scene scene(designOf(vendor));
        EXPECT_EQ(Client(scene).perform(), Answer::Started) << vendor.name;
        scene.at(vendor.retention - 1ms);
        EXPECT_EQ(Client(scene).perform(), Answer::Replayed) << vendor.name;
        scene.at(vendor.retention);
        EXPECT_EQ(Client(scene).perform(), Answer::Started) << vendor.name;
        EXPECT_EQ(scene.effects(), 2) << vendor.name;
    }
    EXPECT_EQ(vendorPolicy("sqs-fifo")->retention, 5min);
    EXPECT_EQ(vendorPolicy("nats-jetstream")->retention, 2min);
    EXPECT_EQ(vendorPolicy("powertools")->retention, 1h);
    EXPECT_EQ(vendorPolicy("stripe-v1")->retention, 24h);
}

TEST(VendorPolicies, CountTheirRetentionFromTheFirstRequestOrFromItsEnd)
{
    for (const VendorPolicy& vendor : vendorPolicies()) {
        Scene scene(designOf(vendor));
        Client slow(scene);
        slow.reserve();
        scene.at(1min);
        slow.act();
        slow.complete();
        scene.at(vendor.retention);
        EXPECT_EQ(Client(scene).perform(), vendor.windowFromFirst ? Answer::Started : Answer::Replayed)
            << vendor.name;
        scene.at(vendor.retention + 1min);
        EXPECT_EQ(Client(scene).perform(), vendor.windowFromFirst ? Answer::Replayed : Answer::Started)
            << vendor.name;
    }
}

TEST(VendorPolicies, DuplicateAnActionWhoseHolderDiedAfterItExceptOurs)
{
    for (const VendorPolicy& vendor : vendorPolicies()) {
        Scene scene(designOf(vendor));
        Client died(scene);
        died.reserve();
        died.act();
        died.crash();
        scene.at(vendor.retention); // later than any lease
        const Answer answer = Client(scene).perform();
        if (vendor.name == "ours") {
            EXPECT_EQ(answer, Answer::OutcomeUnknown);
            EXPECT_EQ(scene.reconcile(), Finish::Applied);
            EXPECT_EQ(Client(scene).perform(), Answer::Replayed);
            EXPECT_EQ(scene.effects(), 1);
        } else {
            EXPECT_EQ(answer, Answer::Started) << vendor.name;
            EXPECT_EQ(scene.effects(), 2) << vendor.name;
        }
    }
}

TEST(VendorPolicies, TakeOverAtTheEndOfALeaseWhereOneIsPublished)
{
    for (const char* name : {"powertools", "rocket-rides"}) {
        const VendorPolicy& vendor = *vendorPolicy(name);
        Scene scene(designOf(vendor));
        Client(scene).reserve();
        scene.at(*vendor.lease - 1ms);
        EXPECT_EQ(Client(scene).reserve(), Answer::InProgress) << name;
        scene.at(*vendor.lease);
        Client later(scene);
        EXPECT_EQ(later.reserve(), Answer::Started) << name;
        EXPECT_EQ(later.got().decision.finding, Finding::TakenOver) << name;
    }
}

TEST(VendorPolicies, LoseAMessageOfAnotherMeaningSilentlyInAQueueWithAShortWindow)
{
    Scene queue(designOf("sqs-fifo"));
    EXPECT_EQ(Client(queue).perform("order:7", firstBody), Answer::Started);
    queue.at(1min);
    EXPECT_EQ(Client(queue).perform("order:7", otherBody), Answer::Replayed);
    EXPECT_EQ(queue.effects(), 1);
    queue.at(5min); // the repeat did not lengthen the window
    EXPECT_EQ(Client(queue).perform("order:7", firstBody), Answer::Started);
    EXPECT_EQ(queue.effects(), 2);
}

} // namespace
} // namespace idem
