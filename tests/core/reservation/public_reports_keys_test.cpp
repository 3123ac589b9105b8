#include "core/key/key_template.h"
#include "core/reservation/vendor_policies.h"
#include "tests/core/reservation/scene.h"

#include <gmock/gmock.h>

// Public reports, part A: the rows about what a key and a fingerprint are made of.
namespace idem {
namespace {

using nlohmann::json;
using testing::ElementsAre;

const Design rawBytes{.rawBytes = true};
const Design withoutComparison{.policy = {.comparesParameters = false}};

/// What a repeat with `second` gets after `first` was done under the same key.
Answer repeated(Scene& scene, const std::string& first, const std::string& second)
{
    EXPECT_EQ(Client(scene).perform("k", first), Answer::Started);
    return Client(scene).perform("k", second);
}

std::string keyFrom(const std::string& text, const json& args, const json& context = json::object())
{
    return Scene::must(Scene::must(KeyTemplate::parse(text)).expand(args, context));
}

TEST(PublicReports, Report05TheOrderOfAttributesIsNoDifference)
{
    const std::string first = R"({"a":1,"b":2})";
    const std::string reordered = R"({ "b": 2, "a": 1 })";
    Scene raw(rawBytes);
    EXPECT_EQ(repeated(raw, first, reordered), Answer::Conflict);

    // Where the hash of the bytes is the key itself, the same fault is a second effect.
    Scene hashedKey(withoutComparison);
    for (const std::string& body : {first, reordered}) {
        Client(hashedKey).perform("fn#" + hex(fingerprint(json(body), {}).digest), body);
    }
    EXPECT_EQ(hashedKey.effects(), 2);

    Scene ours;
    EXPECT_EQ(repeated(ours, first, reordered), Answer::Replayed);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report07AnEnvelopeThatChangesWithEveryTryIsNotWhatIdentifies)
{
    const std::string first
        = R"({"jsonrpc":"2.0","id":1,"_meta":{"token":"x"},"method":"pay","params":{"amount":5}})";
    const std::string second
        = R"({"jsonrpc":"2.0","id":2,"_meta":{"token":"y"},"method":"pay","params":{"amount":5}})";
    const std::string other
        = R"({"jsonrpc":"2.0","id":2,"_meta":{"token":"y"},"method":"pay","params":{"amount":6}})";
    Scene raw(rawBytes);
    EXPECT_EQ(repeated(raw, first, second), Answer::Conflict);
    Scene whole;
    EXPECT_EQ(repeated(whole, first, second), Answer::Conflict);

    Scene ours({.identifies = {"method", "params"}});
    EXPECT_EQ(repeated(ours, first, second), Answer::Replayed);
    Client changed(ours);
    EXPECT_EQ(changed.perform("k", other), Answer::Conflict);
    EXPECT_THAT(changed.got().differing, ElementsAre("params"));
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report09AShortLivedTokenHasNoPlaceInAKey)
{
    const std::string body = R"({"amount":5})";
    const json first = {{"challenge", "c1"}, {"token", "tokA"}};
    const json second = {{"challenge", "c1"}, {"token", "tokB"}};
    Scene faulty;
    const std::string withToken = "{challenge}_{token}";
    EXPECT_EQ(Client(faulty).perform(keyFrom(withToken, first), body), Answer::Started);
    EXPECT_EQ(Client(faulty).perform(keyFrom(withToken, second), body), Answer::Started);
    EXPECT_EQ(faulty.effects(), 2);
    // What an analyser can see of it: two keys, one fingerprint.
    EXPECT_EQ(faulty.status("c1_tokA")->fingerprint, faulty.status("c1_tokB")->fingerprint);

    Scene ours;
    EXPECT_EQ(Client(ours).perform(keyFrom("{challenge}", first), body), Answer::Started);
    EXPECT_EQ(Client(ours).perform(keyFrom("{challenge}", second), body), Answer::Replayed);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report11OneKeyOnTwoEndpointsIsNeverAnsweredWithTheFirstOnesResult)
{
    const std::string projects = R"({"endpoint":"POST /projects"})";
    const std::string applications = R"({"endpoint":"POST /applications"})";
    Scene faulty(withoutComparison);
    Client(faulty).perform("k", projects, "project 1");
    Client wrong(faulty);
    EXPECT_EQ(wrong.perform("k", applications), Answer::Replayed);
    EXPECT_EQ(wrong.answer(), "project 1");

    Scene ours;
    EXPECT_EQ(repeated(ours, projects, applications), Answer::Conflict);

    Scene scoped;
    for (const char* endpoint : {"POST /projects", "POST /applications"}) {
        const std::string key = keyFrom("{$endpoint}:{key}", {{"key", "k"}}, {{"endpoint", endpoint}});
        EXPECT_EQ(Client(scoped).perform(key), Answer::Started);
        EXPECT_EQ(Client(scoped).perform(key), Answer::Replayed);
    }
    EXPECT_EQ(scoped.effects(), 2); // two actions
}

TEST(PublicReports, Report45KeysThatAreEqualForAsLongAsSomeEngineLooksAreTwoKeys)
{
    const std::string common(190, 'k');
    Scene faulty;
    EXPECT_EQ(Client(faulty).perform((common + "a").substr(0, 190)), Answer::Started);
    EXPECT_EQ(Client(faulty).perform((common + "b").substr(0, 190)), Answer::Replayed);
    EXPECT_EQ(faulty.effects(), 1); // of two actions

    Scene ours;
    for (const std::string& rest : {std::string("a"), std::string("b"), std::string(65, 'c')}) {
        EXPECT_EQ(Client(ours).perform(common + rest), Answer::Started) << rest;
    }
    EXPECT_EQ(ours.effects(), 3);

    // Too long for some engine is refused, and not cut.
    for (const std::string& rest : {std::string(66, 'c'), std::string(66, 'd')}) {
        EXPECT_THROW(Client(ours).perform(common + rest), std::runtime_error);
    }
    EXPECT_EQ(ours.effects(), 3);
}

TEST(PublicReports, Report47AKeyIsStoredAsLongAsItIsLookedFor)
{
    const std::string key = "invoice:a-customer-with-a-long-name:2026-10";
    ASSERT_EQ(key.size(), 43U);
    Scene faulty;
    Client(faulty).perform(key.substr(0, 40));
    EXPECT_EQ(faulty.status(key), std::nullopt); // so the repeat can never be answered

    Scene ours;
    EXPECT_EQ(Client(ours).perform(key, "{}", "invoice 1"), Answer::Started);
    Client repeat(ours);
    EXPECT_EQ(repeat.perform(key), Answer::Replayed);
    EXPECT_EQ(repeat.answer(), "invoice 1");
    EXPECT_EQ(ours.status(key)->key, key);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report49NumbersThatADoubleCannotTellApartAreStillTwoRequests)
{
    const auto amount = [](const std::string& digits) { return R"({"amount":)" + digits + "}"; };
    const std::vector<std::pair<std::string, std::string>> neighbours
        = {{"9223372036854775808", "9223372036854775809"},
           {"9007199254740993", "9007199254740992"},
           {"-9007199254740993", "-9007199254740992"}};
    for (const auto& [first, second] : neighbours) {
        ASSERT_EQ(std::stod(first), std::stod(second));
        // The fault: folded through a double, the second amount gets the answer to the first.
        Scene folding;
        const auto folded = [](const std::string& digits) {
            return json{{"amount", std::stod(digits)}}.dump();
        };
        EXPECT_EQ(repeated(folding, folded(first), folded(second)), Answer::Replayed) << first;

        Scene ours;
        EXPECT_EQ(repeated(ours, amount(first), amount(second)), Answer::Conflict) << first;
        EXPECT_EQ(ours.effects(), 1);
    }

    Scene byValue;
    EXPECT_EQ(repeated(byValue, amount("100"), amount("100.0")), Answer::Replayed);
    Scene byBytes(rawBytes);
    EXPECT_EQ(repeated(byBytes, amount("100"), amount("100.0")), Answer::Conflict);
}

TEST(PublicReports, Report51WhatHappenedToTheFirstCanBeLookedUpWithoutDoingItAgain)
{
    const std::string first = R"({"amount":5,"customer":"acme"})";
    const std::string retry = R"({"amount":5,"customer":"acme","metadata":{"try":2}})";
    const VendorPolicy& stripe = *vendorPolicy("stripe-v1");
    Scene provider({.policy = stripe.policy, .retention = stripe.retention});
    Client(provider).perform("k", first, "ch_1"); // and the response gets lost
    EXPECT_EQ(Client(provider).perform("k", retry), Answer::Conflict);

    Scene ours({.identifies = {"amount", "customer"}});
    Client(ours).perform("k", first, "ch_1");
    const auto status = ours.status();
    ASSERT_TRUE(status.has_value());
    EXPECT_EQ(status->state, State::Done);
    EXPECT_EQ(status->answer, "ch_1");
    EXPECT_EQ(ours.status(), status); // looking changes nothing
    EXPECT_EQ(Client(ours).perform("k", retry), Answer::Replayed);
    EXPECT_EQ(ours.effects(), 1);
}

TEST(PublicReports, Report55OtherParametersUnderAUsedKeyAreAConflictThatNamesThem)
{
    const std::string first = R"({"amount":5,"customer":"acme"})";
    const std::string other = R"({"amount":6,"customer":"acme"})";
    Scene bodyInKey;
    for (const std::string& body : {first, other}) {
        const std::string key = "k:" + hex(fingerprint(json::parse(body), {}).digest);
        EXPECT_EQ(Client(bodyInKey).perform(key, body), Answer::Started);
    }
    EXPECT_EQ(bodyInKey.effects(), 2);
    Scene silently(withoutComparison);
    EXPECT_EQ(repeated(silently, first, other), Answer::Replayed);

    Scene ours;
    Client(ours).perform("k", first, "payment of 5");
    Client repeat(ours);
    EXPECT_EQ(repeat.perform("k", other), Answer::Conflict);
    EXPECT_THAT(repeat.got().differing, ElementsAre("amount"));
    EXPECT_EQ(repeat.answer(), "payment of 5"); // for a person who is asked
    EXPECT_EQ(ours.effects(), 1);
}

} // namespace
} // namespace idem
