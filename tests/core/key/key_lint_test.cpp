#include "core/key/lint.h"

#include "core/key/request_id.h"
#include "core/key/scope.h"
#include "core/text/unicode.h"
#include "tests/core/key/finding_texts.h"
#include "tests/core/text/any_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> foundInKey(std::string_view key)
{
    return shortly(lintKey(key));
}

TEST(KeyLint, HasNothingToSayAboutGoodKeys)
{
    for (const char* key : {"invoice:acme:2026-10",
                            "order:1182",
                            "refund:run_7:1182",
                            "report:2026-10-31",
                            "report:20261031:acme",
                            "digest:2026-W41:team-7",
                            "statement:2026-Q4:42",
                            "invoice-email:acme:2026-10",
                            "@acme@POST /projects@k:1",
                            "POST /projects:7",
                            "pi_3MtwBwLkdIwHu7ix28a3tqPa",
                            "refund:cus_NffrFeUfNV2Hib",
                            "stripe:evt_1NG8Du2eZvKYlo2C",
                            "order:123456789",
                            "order:4111111111111112",
                            "phone_call_center:7",
                            "call_center:7:2026-10",
                            "run_7:refund:1182#2",
                            "agent:designer:5267",
                            "comment:42:3f2a1bc",
                            "a",
                            "ORDER:ACME",
                            "käse:größe",
                            "email:thread-7",
                            "sku:ab-1182-x",
                            "payroll:2026-10:employee-77",
                            "version:1.2.3",
                            "https://example.com/orders/7",
                            "very-long-but-plain-slug-of-an-article-about-retries-2026",
                            "github:pr:5267:comment"}) {
        EXPECT_THAT(foundInKey(key), IsEmpty()) << key;
    }
    EXPECT_THAT(foundInKey(newRequestId()), IsEmpty());
    EXPECT_THAT(foundInKey("reminder:" + newRequestId()), IsEmpty());
}

TEST(KeyLint, FindsTheMomentOfTheCall)
{
    EXPECT_THAT(foundInKey("invoice:acme:2026-10-05T14:30:00Z"), ElementsAre("warning timestamp 14"));
    EXPECT_THAT(foundInKey("invoice:2026-10-05 14:30:acme"), ElementsAre("warning timestamp 9"));
    EXPECT_THAT(foundInKey("a:20261005T143000"), ElementsAre("warning timestamp 3"));
    EXPECT_THAT(foundInKey("a:2026-10-05T14:30:00.250+02:00:b"), ElementsAre("warning timestamp 3"));
    EXPECT_THAT(foundInKey("a:1764937800"), ElementsAre("hint timestamp 3")); // may be a number as any other
    EXPECT_THAT(foundInKey("order_1764937800123"), ElementsAre("warning timestamp 7"));
    EXPECT_THAT(foundInKey("a:1764937800123456"), ElementsAre("warning timestamp 3"));
    EXPECT_THAT(foundInKey("a:1182334455"), IsEmpty()); // 2007
}

TEST(KeyLint, FindsIdsOfCalls)
{
    for (const char* key :
         {"call_abc", "refund:call_abc", "refund:call_a", "refund:toolu_01A09q90qw90lq917835lq9", "x:call_1",
          "x:call_V5xQd2", "x:tooluse_kZJMlvQmRJ6eAyJE5GIl7Q", "x:fc_68af3"}) {
        EXPECT_THAT(foundInKey(key), SizeIs(1)) << key;
        EXPECT_THAT(foundInKey(key).front(), HasSubstr("error call_id")) << key;
    }
}

TEST(KeyLint, AsksAboutRandomParts)
{
    for (const char* key :
         {"550e8400-e29b-41d4-a716-446655440000", "order:550e8400-e29b-41d4-a716-446655440000",
          "order-550E8400-E29B-41D4-A716-446655440000", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
          "x:01arz3ndektsv4rrffq69g5fav", "9e107d9d372bb6826bd81d3542a419d6", "tok:dGhpc0lzUjRuZDBtQnl0M3NG",
          "tok:aB3_x9Zq-7LmN0pQ-rS5tU", "c:ck5x2v9q80001z3l4m6n7"}) {
        EXPECT_THAT(foundInKey(key), SizeIs(1)) << key;
        EXPECT_THAT(foundInKey(key).front(), HasSubstr("hint random_part")) << key;
    }
    EXPECT_THAT(foundInKey("InvoiceForAcmeCorporationOctober2026Final"),
                Not(testing::Contains(HasSubstr("random"))));
}

TEST(KeyLint, FindsPersonalDataAndDoesNotRepeatIt)
{
    for (const char* key : {"remind:jane.doe@example.com:2026-10", "sms:+49 30 1234567", "sms:+4915112345678",
                            "pay:4111111111111111", "pay:4111-1111-1111-1111", "pay:DE89370400440532013000",
                            "pay:de89370400440532013000", "pay:378282246310005"}) {
        const std::vector<KeyFinding> findings = lintKey(key);
        ASSERT_THAT(findings, testing::Not(IsEmpty())) << key;
        EXPECT_EQ(findings.front().problem, KeyProblem::PersonalData) << key;
        EXPECT_EQ(findings.front().severity, KeySeverity::Warning) << key;
        EXPECT_THAT(findings.front().cause, Not(HasSubstr(std::string(key).substr(7)))) << key;
    }
    EXPECT_THAT(foundInKey("sms:555-123-4567"), ElementsAre("hint personal_data 5"));
    EXPECT_THAT(foundInKey("pay:4111111111111112"), IsEmpty()); // a wrong check digit
    EXPECT_THAT(foundInKey("a@b"), IsEmpty());
    EXPECT_THAT(foundInKey("1+2:2026"), IsEmpty());
}

TEST(KeyLint, FindsWhiteSpaceAndCase)
{
    EXPECT_THAT(foundInKey(" order:1"), ElementsAre("warning white_space_left_in 1"));
    EXPECT_THAT(foundInKey("invoice:acme :2026-10"), ElementsAre("warning white_space_left_in 13"));
    EXPECT_THAT(foundInKey("invoice:\u00A0acme\n"),
                ElementsAre("warning white_space_left_in 9", "warning white_space_left_in 14"));
    EXPECT_THAT(foundInKey("invoice:Acme:2026-10"), ElementsAre("warning case_left_in 9"));
    EXPECT_THAT(foundInKey("invoice:ACME:2026-10"), ElementsAre("hint case_left_in 9"));
}

TEST(KeyLint, FindsEmptyParts)
{
    EXPECT_THAT(foundInKey(""), ElementsAre("warning empty_part 1"));
    EXPECT_THAT(foundInKey("invoice::2026-10"), ElementsAre("warning empty_part 9"));
    EXPECT_THAT(foundInKey(":a:"), ElementsAre("warning empty_part 1", "warning empty_part 4"));
    EXPECT_THAT(foundInKey("invoice:null:2026-10"), ElementsAre("warning empty_part 9"));
    EXPECT_THAT(foundInKey("invoice:undefined"), ElementsAre("warning empty_part 9"));
    EXPECT_THAT(foundInKey("invoice:[object Object]"), testing::Contains("warning empty_part 9"));
}

TEST(KeyLint, FindsTextsAndUnfilledTemplates)
{
    EXPECT_THAT(foundInKey("invoice:acme:support for october"), ElementsAre("warning free_text 14"));
    EXPECT_THAT(foundInKey("invoice:{customer}:2026-10"), ElementsAre("error unfilled_field 9"));
    EXPECT_THAT(foundInKey("invoice:${customer}"), ElementsAre("error unfilled_field 10"));
}

TEST(KeyLint, FindsUnicodeThatIsNotInNfcOrNotSeen)
{
    EXPECT_THAT(foundInKey("caf\u00E9:1"), IsEmpty());
    EXPECT_THAT(foundInKey("ü:cafe\u0301:1"), ElementsAre("warning not_normalised 6"));
    EXPECT_THAT(foundInKey("a\u200Bb"), ElementsAre("warning invisible_character 2"));
    EXPECT_THAT(foundInKey("a\x01"
                           "b"),
                ElementsAre("warning invisible_character 2"));
    EXPECT_THAT(foundInKey("\uFEFFa"), ElementsAre("warning invisible_character 1"));
}

TEST(KeyLint, FindsWhatNoStoreHolds)
{
    EXPECT_THAT(foundInKey(std::string(255, 'k')), IsEmpty());
    EXPECT_THAT(foundInKey(std::string(256, 'k')), ElementsAre("error too_long 1"));
    EXPECT_THAT(foundInKey("a\xff"), ElementsAre("error invalid_text 1"));
    EXPECT_THAT(foundInKey(std::string(4095, 'k') + "é:::::"), ElementsAre("error too_long 1")); // cut in the é
}

TEST(KeyLint, LooksBehindTheScope)
{
    EXPECT_THAT(foundInKey(*scopedKey({.tenant = "Acme", .endpoint = "sendInvoice"}, "k:1")), IsEmpty());
    EXPECT_THAT(foundInKey(*scopedKey({.tenant = "acme@example.com"}, "k:call_1")),
                ElementsAre("error call_id 24"));
}

TEST(KeyLint, SaysWhatIsWrongAndWhatToDo)
{
    const KeyFinding finding = lintKey("refund:call_a").front();
    EXPECT_EQ(finding.place, "key, column 8");
    EXPECT_EQ(finding.cause, "\"call_a\" looks like the id of a tool call, which every new call gets anew");
    EXPECT_THAT(finding.cure, HasSubstr("Name the thing that is acted on"));
}

TEST(KeyLint, TakesKeysOfAnyLengthAtOnce)
{
    for (const char* piece : {":", "@", "a@b.cc", "+1 ", "4111 ", "call_a:", "{a", "0-", "\u0301", "A1b2"}) {
        std::string key;
        while (key.size() < 1'000'000) {
            key += piece;
        }
        EXPECT_THAT(lintKey(key), Not(IsEmpty())) << piece;
    }
}

TEST(KeyFinding, HasANameForEveryProblem)
{
    std::vector<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(KeyProblem::TooLong); ++i) {
        names.push_back(name(static_cast<KeyProblem>(i)));
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
    EXPECT_EQ(name(KeyProblem::CallId), "call_id");
    EXPECT_EQ(name(KeySeverity::Hint), "hint");
}

void pointsInto(const std::string& key)
{
    const std::size_t characters = columnOf(key, key.size()) - 1;
    for (const KeyFinding& each : lintKey(key)) {
        RC_ASSERT(each.place.starts_with("key, column "));
        const std::size_t column = std::stoul(each.place.substr(12));
        RC_ASSERT(column >= 1U);
        RC_ASSERT(column <= characters + 1);
        RC_ASSERT(!each.cause.empty());
        RC_ASSERT(!each.cure.empty());
        RC_ASSERT(isValidUtf8(each.cause));
    }
}

RC_GTEST_PROP(KeyLint, PointsIntoTheKeyWhateverItsBytes, (const std::string& bytes))
{
    pointsInto(bytes);
    pointsInto(*anyText());
    pointsInto(*rc::gen::container<std::string>(
        rc::gen::element(':', '@', '+', '1', '4', 'a', 'A', '.', '-', '_', ' ', '{', '}', 'T', 'Z', '%')));
}

RC_GTEST_PROP(KeyLint, PointsIntoKeysThatAreMadeOfWhatItLooksFor, ())
{
    const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "2026-10-05T14:30:00Z", "1764937800123", "call_", "abc", "jane@example.com", "+49 30 1234567", "é",
        "e\u0301", "550e8400-e29b-41d4-a716-446655440000", ":", "{a}", " ", "null", "\u200B", "ACME", "Acme",
        "4111111111111111"));
    std::string key;
    for (const std::string& each : pieces) {
        key += each;
    }
    pointsInto(key);
}

} // namespace
} // namespace idem
