#include "simulations/run/cause.h"

#include "simulations/run/explanation.h"
#include "simulations/run/report.h"
#include "tests/simulations/small_scenario.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace idem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Rules = std::vector<std::string>;

Causes causes(const Trace& trace)
{
    return causesOf(trace, snapshotAt(trace, trace.events.size()));
}

/// The rules of every duplicate, each once.
std::vector<Rules> rules(const Trace& trace)
{
    std::vector<Rules> all;
    for (const DuplicateCause& cause : causes(trace).duplicates) {
        Rules names;
        for (const Rule rule : cause.rules) {
            names.emplace_back(name(rule));
        }
        if (std::find(all.begin(), all.end(), names) == all.end()) {
            all.push_back(names);
        }
    }
    return all;
}

std::vector<Rules> rulesOf(const std::string& bundled, const std::string& variant = "",
                           const std::vector<std::string>& sets = {})
{
    return rules(test::run(test::bundledOrThrow(bundled), variant, sets));
}

/// Asked for at 0 s and once more at `again`, by a test that calls the tool directly.
Trace askedTwice(const std::string& tool, const std::string& again, const std::string& provider = "",
                 const std::string& rest = "", const std::string& secondArgs = "{}")
{
    return test::run(test::readOrThrow(R"({ "idemscope": 1, "title": "t",
  "provider": { "latency": "1s", "network": "50ms")"
                                       + provider + R"( }, "tools": { "act": { "identifies": ["n"], )" + tool
                                       + R"( } },
  "actions": [ { "name": "a", "tool": "act", "by": "tool", "args": { "n": 1, "memo": "m" },
                 "asks": [ { "at": "0s" }, { "at": ")"
                                       + again + R"(", "args": )" + secondArgs + " } ] } ]" + rest + "}"));
}

constexpr const char* provided = R"("key": "k:{n}", "guard": "provider_key")";
constexpr const char* recorded = R"("key": "k:{n}", "guard": "reserve")";

TEST(Cause, NamesTheRuleOfEveryFaultyDesignOfTheLibrary)
{
    EXPECT_THAT(rulesOf("invoice-naive"), ElementsAre(Rules{"no_key"}));
    EXPECT_THAT(rulesOf("invoice-naive", "tool call id"), ElementsAre(Rules{"key_holds_call_id"}));
    EXPECT_THAT(rulesOf("invoice-naive", "hash of all args"), ElementsAre(Rules{"key_holds_wording"}));
    EXPECT_THAT(rulesOf("invoice-retry-paths", "hash of all args"),
                ElementsAre(Rules{"key_holds_wording"}, Rules{"arguments_changed"}));
    EXPECT_THAT(rulesOf("double-send"), ElementsAre(Rules{"no_key"}));
    EXPECT_THAT(rulesOf("double-send", "message id"), ElementsAre(Rules{"key_holds_event"}));
    EXPECT_THAT(rulesOf("double-send", "record after"), ElementsAre(Rules{"written_after"}));
    EXPECT_THAT(rulesOf("refund-two-calls", "check, then act"), ElementsAre(Rules{"checked_then_acted"}));
    EXPECT_THAT(rulesOf("refund-two-steps", "a second worker"), ElementsAre(Rules{"two_workers"}));
    EXPECT_THAT(rulesOf("refund-two-steps", "the SDK resends"), ElementsAre(Rules{"no_key"}));
    EXPECT_THAT(rulesOf("run-retry", "tool call id"),
                ElementsAre(Rules{"key_holds_call_id", "key_minted_below"}));
    EXPECT_THAT(rulesOf("sdk-resend", "a new key each time"), ElementsAre(Rules{"key_regenerated"}));
    EXPECT_THAT(rulesOf("webhook-redelivery"), ElementsAre(Rules{"key_holds_time"}));
    EXPECT_THAT(rulesOf("crash-restart"), ElementsAre(Rules{"taken_over"}));
    EXPECT_THAT(rulesOf("crash-restart", "no guard"), ElementsAre(Rules{"key_unused"}));
    EXPECT_THAT(rulesOf("six-layers"), ElementsAre(Rules{"no_key"}));
}

TEST(Cause, LeavesNoDuplicateOfTheLibraryUnexplainedAndFindsNoneWhereThereIsNone)
{
    for (const BundledScenario& each : bundledScenarios()) {
        const ScenarioFile file = test::bundledOrThrow(each.name);
        std::vector<std::string> variants = file.variants();
        variants.emplace_back();
        for (const std::string& variant : variants) {
            const Trace trace = test::run(file, variant);
            const Causes found = causes(trace);
            EXPECT_EQ(found.duplicates.size(), static_cast<std::size_t>(judge(trace).duplicates));
            for (const DuplicateCause& cause : found.duplicates) {
                ASSERT_FALSE(cause.rules.empty());
                EXPECT_NE(cause.rules.front(), Rule::Unexplained) << each.name << " " << variant;
            }
        }
    }
}

TEST(Cause, AKeyMadeUpOnEachCallIsAlsoMadeBelowTheModelThatRepeats)
{
    EXPECT_THAT(rulesOf("invoice-naive", "tool call id", {"tools.send_invoice.key=random"}),
                ElementsAre(Rules{"key_made_up", "key_minted_below"}));
    // The wrapper itself tries again: the key is made in the layer that repeats.
    EXPECT_THAT(rules(askedTwice(R"("key": "random", "guard": "provider_key", "timeout": "500ms")", "1h", "",
                                 R"(, "layers": { "tool": { "tries_again": 1 } })")),
                testing::Contains(Rules{"key_made_up"}));
}

TEST(Cause, AKeyOfTheRunIsMadeBelowTheUserWhoSendsTwice)
{
    EXPECT_THAT(rulesOf("double-send", "business key", {"tools.pay.key={$run}:pay:{order}"}),
                ElementsAre(Rules{"key_minted_below"}));
}

TEST(Cause, ATemplateThatNamesFreeTextHoldsTheWording)
{
    EXPECT_THAT(rulesOf("invoice-naive", "business key", {"tools.send_invoice.key=invoice:{memo}"}),
                ElementsAre(Rules{"key_holds_wording"}));
}

TEST(Cause, AProviderThatIgnoresOrForgetsKeys)
{
    EXPECT_THAT(rules(askedTwice(provided, "100ms", R"(, "accepts_keys": false)")),
                ElementsAre(Rules{"provider_ignores_keys"}));
    EXPECT_THAT(rules(askedTwice(provided, "1h", R"(, "keeps_keys": "10m")")),
                ElementsAre(Rules{"provider_forgot"}));
    EXPECT_THAT(rules(askedTwice(provided, "5m", R"(, "keeps_keys": "10m")")), testing::IsEmpty());
}

TEST(Cause, ARecordThatIsDroppedBeforeTheRepeat)
{
    const std::string kept = R"(, "retention": "10m")";
    EXPECT_THAT(rules(askedTwice(recorded + kept, "1h")), ElementsAre(Rules{"record_dropped"}));
    EXPECT_THAT(rules(askedTwice(R"("key": "k:{n}", "guard": "record_after")" + kept, "1h")),
                ElementsAre(Rules{"record_dropped"}));
}

TEST(Cause, ARequestThatIsSentAgainWithoutTheKeyOrBelowTheRecord)
{
    const std::string lost = R"(, "layers": { "sdk": { "resends": 1, "key": "none" } },
                               "faults": [ { "layer": "provider", "kind": "lost_response" } ])";
    EXPECT_THAT(rules(askedTwice(provided, "1h", "", lost)), ElementsAre(Rules{"key_not_forwarded"}));
    EXPECT_THAT(rules(askedTwice(recorded, "1h", "", lost)), ElementsAre(Rules{"key_not_forwarded"}));
}

constexpr const char* blind
    = R"("key": "k:{n}", "guard": "reserve", "lease": "500ms", "on_expired": "take_over")";

/// A copy of the event, told as another one: what can't be brought about by a file yet.
Event told(Event event, EventKind kind, CallAnswer answer)
{
    event.kind = kind;
    event.answer = answer;
    if (kind == EventKind::LookedUp) {
        event.ownTable = false;
        event.record = -1;
    }
    return event;
}

/// The trace of a take-over with other events before the second reservation.
Trace released(Trace trace, const std::vector<std::pair<EventKind, CallAnswer>>& before)
{
    auto again = std::find_if(trace.events.begin(), trace.events.end(), [](const Event& event) {
        return event.kind == EventKind::KeyDecided && event.answer == CallAnswer::None && event.attempt == 2;
    });
    const Event reserved = *again;
    for (const auto& [kind, answer] : before) {
        again = trace.events.insert(again, told(reserved, kind, answer)) + 1;
    }
    return trace;
}

TEST(Cause, AReservationThatWasReleasedBlindlyOrWronglyOrAfterALookUpThatSaidNothingHere)
{
    const std::vector<std::pair<EventKind, CallAnswer>> lookUp{{EventKind::LookedUp, CallAnswer::NotFound},
                                                               {EventKind::KeySettled, CallAnswer::Error}};
    // The first request takes effect at 1.05 s.
    const Trace under = askedTwice(blind, "600ms");
    EXPECT_THAT(rules(under), ElementsAre(Rules{"taken_over"}));
    EXPECT_THAT(rules(released(under, lookUp)), ElementsAre(Rules{"looked_up_too_soon"}));
    EXPECT_THAT(rules(released(under, {{EventKind::KeyFinished, CallAnswer::Error}})),
                ElementsAre(Rules{"released_wrongly"}));
    // It did, and its process died before it could record that.
    const Trace dead
        = askedTwice(blind, "2s", "", R"(, "faults": [ { "layer": "tool", "kind": "crash_before_record" } ])");
    EXPECT_THAT(rules(dead), ElementsAre(Rules{"taken_over"}));
    EXPECT_THAT(rules(released(dead, lookUp)), ElementsAre(Rules{"look_up_too_old"}));
}

TEST(Cause, NamesTheLayerThatRepeatedAndTheWholeChainWithTimes)
{
    const Trace trace = test::run(test::bundledOrThrow("run-retry"), "tool call id");
    const Snapshot end = snapshotAt(trace, trace.events.size());
    const Causes found = causesOf(trace, end);
    ASSERT_EQ(found.duplicates.size(), 1U);
    EXPECT_EQ(found.duplicates[0].effect, 1);
    EXPECT_EQ(found.duplicates[0].repeats, 0);
    EXPECT_EQ(found.duplicates[0].repeatedBy, Layer::Runtime);
    EXPECT_EQ(chainText(trace, end, found.duplicates[0].chain),
              "message_1 → run_2 (2.4 s, the runtime ran the turn again) → turn_2 → call_b → sdk_2 → request_2 "
              "(2.85 s)");
    const auto json = reportJson(trace, "x", false)["causes"]["duplicates"][0];
    EXPECT_EQ(json["effect"], "charge_2");
    EXPECT_EQ(json["repeats"], "charge_1");
    EXPECT_EQ(json["rules"][0], "key_holds_call_id");
    EXPECT_EQ(json["repeated_by"], "runtime");
    ASSERT_EQ(json["chain"].size(), 6U);
    EXPECT_EQ(json["chain"][1]["why"], "run_retried");
    EXPECT_EQ(json["chain"][1]["at_ms"], 2400);
}

TEST(Cause, WhoseRequestCameLaterIsTheRepeatWhicheverTookEffectFirst)
{
    for (int seed = 1; seed <= 20; ++seed) {
        const Trace trace
            = test::run(test::bundledOrThrow("invoice-naive"), "tool call id",
                        {"seed=" + std::to_string(seed), R"(provider.latency={"from":"3s","to":"20s"})"});
        for (const DuplicateCause& cause : causes(trace).duplicates) {
            EXPECT_EQ(cause.repeatedBy, Layer::Model);
            EXPECT_THAT(cause.rules, ElementsAre(Rule::KeyHoldsCallId));
        }
    }
}

TEST(MissingCause, AKeyThatBelongsToAnotherActionLosesThisOne)
{
    const Trace trace = test::run(test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "tools": { "act": { "key": "k:{n}", "guard": "provider_key", "identifies": ["n"] } },
      "actions": [ { "name": "first", "tool": "act", "args": { "n": 1 } },
                   { "name": "second", "tool": "act", "at": "9s", "args": { "n": 1 } } ] })"));
    const std::vector<MissingCause> missing = causes(trace).missing;
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing[0].action, 1);
    EXPECT_TRUE(missing[0].lost);
    EXPECT_EQ(missing[0].rule, Rule::KeyOfAnother);
    EXPECT_EQ(missing[0].why, "Its key k:1 was already that of \"first\".");
    const std::vector<StoryLine> story = explain(trace);
    EXPECT_THAT(story.back().meaning,
                HasSubstr("That is not true: there is no effect. Its key k:1 was already"));
}

TEST(MissingCause, AClaimThatIsNeverDoneTurnsEveryRepeatAway)
{
    const Trace trace = test::run(test::readOrThrow(
        R"({ "idemscope": 1, "title": "t", "tools": { "act": { "key": "k:{n}", "guard": "claim_first" } },
      "actions": [ { "name": "a", "tool": "act", "args": { "n": 1 } } ],
      "layers": { "runtime": { "restarts_after": "1s" } },
      "faults": [ { "layer": "tool", "kind": "crash_before_effect" } ] })"));
    const std::vector<MissingCause> missing = causes(trace).missing;
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_EQ(missing[0].rule, Rule::ClaimedBefore);
    EXPECT_FALSE(missing[0].lost) << "the user was told that it is in progress";

    // Recorded as done before it was done, the same crash leaves a record that is not true.
    Trace early = trace;
    const auto claimed = std::find_if(early.events.begin(), early.events.end(), [](const Event& event) {
        return event.kind == EventKind::KeyDecided && event.answer == CallAnswer::None;
    });
    const Event done = told(*claimed, EventKind::KeyFinished, CallAnswer::Done);
    early.events.insert(claimed + 1, done);
    EXPECT_EQ(causes(early).missing.at(0).rule, Rule::RecordedBefore);
}

TEST(Story, NamesForEachDuplicateTheRuleAndTheChain)
{
    for (const StoryLine& line : explain(test::run(test::bundledOrThrow("six-layers"), "tool call id"))) {
        if (line.what.find("duplicate") != std::string::npos) {
            EXPECT_THAT(line.meaning, HasSubstr("It repeats inv_1."));
            EXPECT_THAT(line.meaning, HasSubstr("It came by message_"));
        }
    }
}

TEST(Cause, OfAnActionBehindAHighWaterMarkIsTheHigherNumberAlsoWhereNobodyWasToldAnything)
{
    const Trace trace
        = test::Small{.tool = R"("guard": "high_water_mark", "sequence": "n")",
                      .layers = R"("webhook": { "after": "5s" })",
                      .faults = R"({ "layer": "webhook", "kind": "out_of_order" })",
                      .by = "webhook",
                      .actions
                      = R"({ "name": "b", "tool": "act", "by": "webhook", "at": "1s", "args": { "n": 2 } })"}
              .run();
    const Causes causes = causesOf(trace, snapshotAt(trace, trace.events.size()));
    ASSERT_EQ(causes.missing.size(), 1U);
    EXPECT_EQ(causes.missing[0].rule, Rule::BehindTheMark);
    EXPECT_EQ(explain(trace).back().what, "\"a\" was not done.");
    EXPECT_EQ(explain(trace).back().meaning, causes.missing[0].why);
}

TEST(Cause, OfRequestsThatAllWentWithoutTheirKeyIsThatItWasNotForwarded)
{
    const Trace trace
        = test::Small{.tool = R"("timeout": "500ms", "key": "k:{n}", "guard": "provider_key")",
                      .layers = R"("model": { "calls_again": 1 })",
                      .faults = R"({ "layer": "tool", "kind": "key_not_forwarded", "calls": [1, 2] })"}
              .run();
    const Causes causes = causesOf(trace, snapshotAt(trace, trace.events.size()));
    ASSERT_EQ(causes.duplicates.size(), 1U);
    EXPECT_EQ(causes.duplicates[0].rules.front(), Rule::KeyNotForwarded);
}

TEST(Cause, OfAStoredFailureAndOfARecordBeforeTheEffectAreNamed)
{
    const Trace stored = test::Small{.tool = R"("key": "k:{n}", "guard": "reserve")",
                                     .layers = R"("model": { "calls_again": 1 })",
                                     .faults = R"({ "layer": "provider", "kind": "fail_before_effect" },
                                                  { "layer": "tool", "kind": "guard_stores_failure" })"}
                             .run();
    EXPECT_EQ(causesOf(stored, snapshotAt(stored, stored.events.size())).missing.at(0).rule,
              Rule::FailureStored);
    const Trace early = test::Small{.tool = R"("key": "k:{n}", "guard": "two_writes")",
                                    .layers = R"("runtime": { "restarts_after": "1s" }, "model": {})",
                                    .faults = R"({ "layer": "tool", "kind": "crash_before_effect" })"}
                            .run();
    EXPECT_EQ(causesOf(early, snapshotAt(early, early.events.size())).missing.at(0).rule, Rule::RecordedBefore);
}

TEST(Cause, OfASleeperThatSendsAfterItsReservationWasGivenOnIsTheLookUpThatCameTooSoon)
{
    const Trace trace
        = test::Small{.tool = R"("timeout": "1s", "lease": "2s", "key": "k:{n}", "guard": "reserve")",
                      .layers = R"("model": { "thinks": "0s", "calls_again": 3, "after": "1s" })",
                      .faults = R"({ "layer": "tool", "kind": "lease_expired" })"}
              .run();
    const Causes causes = causesOf(trace, snapshotAt(trace, trace.events.size()));
    ASSERT_EQ(causes.duplicates.size(), 1U);
    EXPECT_EQ(causes.duplicates[0].rules.front(), Rule::LookedUpTooSoon);
}

TEST(Cause, UnderOneTransactionIsWhatMadeTheKeyOfItsOwnRecordAnother)
{
    const auto ruleOf = [](const std::string& key) {
        const Trace trace = test::Small{.tool = R"("guard": "one_transaction", "key": ")" + key + '"',
                                        .layers = R"("model": { "thinks": "0s", "asks_at_once": 2 })"}
                                .run();
        return causes(trace).duplicates.at(0).rules.front();
    };
    EXPECT_EQ(ruleOf("call_id"), Rule::KeyHoldsCallId);
    EXPECT_EQ(ruleOf("random"), Rule::KeyMadeUp);
    const Trace dropped
        = test::Small{.tool
                      = R"("guard": "one_transaction", "key": "k:{n}", "retention": "1s", "timeout": "500ms")",
                      .layers = R"("model": { "calls_again": 1, "after": "5s" })"}
              .run();
    EXPECT_EQ(causes(dropped).duplicates.at(0).rules.front(), Rule::RecordDropped);
}

TEST(Story, OfACrashSaysWhetherARecordHadBeenWritten)
{
    const auto meaning = [](const std::string& guard) {
        const Trace trace = test::Small{.tool = R"("key": "k:{n}", "guard": ")" + guard + '"',
                                        .layers = R"("runtime": { "restarts_after": "1s" }, "model": {})",
                                        .faults = R"({ "layer": "tool", "kind": "crash_before_record" })"}
                                .run();
        for (const StoryLine& line : explain(trace)) {
            if (line.what == "The process died.") {
                return line.meaning;
            }
        }
        return std::string();
    };
    EXPECT_THAT(meaning("reserve"), HasSubstr("nothing recorded that it is done"));
    EXPECT_THAT(meaning("one_transaction"), HasSubstr("the record of its key says that it is done"));
    EXPECT_THAT(meaning("two_writes"), HasSubstr("the record of its key says that it is done"));
}

} // namespace
} // namespace idem
