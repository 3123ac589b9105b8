#include "core/key/lint.h"

#include "core/fingerprint/exact_json.h"
#include "core/text/unicode.h"
#include "tests/core/key/finding_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> foundInTemplate(std::string_view text)
{
    return shortly(lintTemplate(*KeyTemplate::parse(text)));
}

std::vector<std::string> foundInTemplate(std::string_view text, const json& args, const json& context = {})
{
    return shortly(lintTemplate(*KeyTemplate::parse(text), args, context));
}

TEST(TemplateLint, HasNothingToSayAboutGoodTemplates)
{
    for (const char* text : {"invoice:{customer|trim|lower}:{period}",
                             "order:{order}",
                             "refund:{$run}:{order}",
                             "refund:{$run}:{order}#{$counter}",
                             "reminder:{$event}",
                             "reminder:{$request_id}",
                             "invoice:{order.id}",
                             "invoice:{invoice_id}",
                             "report:{team_id}:{sent_at|date:YYYY-MM}",
                             "report:{date}",
                             "statement:{account_id}:{month}",
                             "project:{customer_id}",
                             "email:{thread_id}",
                             "report:2026-10:{customer_id}",
                             "comment:{pr}:{sha}",
                             "payout:{payout_id}",
                             "booking:{starts_at}",
                             "payroll:{employee_id}:{pay_period}",
                             "{$event}",
                             "{message_id}"}) {
        EXPECT_THAT(foundInTemplate(text), IsEmpty()) << text;
    }
}

TEST(TemplateLint, FindsIdsOfCallsInAnySpelling)
{
    for (const char* text : {"x:{tool_call_id}", "x:{toolCallId}", "x:{$call_id}", "x:{$call}",
                             "x:{request.callId}", "x:{tool-use-id}", "x:{tool_call_id|lower}"}) {
        EXPECT_THAT(foundInTemplate(text), ElementsAre("error call_id 3")) << text;
    }
}

TEST(TemplateLint, FindsWhatIsMintedOnEveryCall)
{
    EXPECT_THAT(foundInTemplate("x:{order}:{created_at}"), ElementsAre("error timestamp 11"));
    EXPECT_THAT(foundInTemplate("x:{order}:{timestamp}"), ElementsAre("error timestamp 11"));
    EXPECT_THAT(foundInTemplate("x:{order}:{$now}"), ElementsAre("error timestamp 11"));
    EXPECT_THAT(foundInTemplate("x:{order}:{attempt}"), ElementsAre("error ephemeral_part 11"));
    EXPECT_THAT(foundInTemplate("x:{challenge}_{access_token}"), ElementsAre("warning ephemeral_part 15"));
    EXPECT_THAT(foundInTemplate("x:{order}:{nonce}"), ElementsAre("warning random_part 11"));
    EXPECT_THAT(foundInTemplate("x:{request_id}"), ElementsAre("hint ephemeral_part 3"));
}

TEST(TemplateLint, FindsTextsPeopleAndAmounts)
{
    EXPECT_THAT(foundInTemplate("invoice:{order}:{memo}"), ElementsAre("warning free_text 17"));
    EXPECT_THAT(foundInTemplate("remind:{order}:{phoneNumber|digits}"),
                ElementsAre("warning personal_data 16"));
    EXPECT_THAT(foundInTemplate("remind:{order}:{customer.email|trim|lower}"),
                ElementsAre("warning personal_data 16"));
    EXPECT_THAT(foundInTemplate("refund:{order}:{amount}"), ElementsAre("hint amount_in_key 16"));
}

TEST(TemplateLint, MissesThePeriodOfWhatRecurs)
{
    EXPECT_THAT(foundInTemplate("invoice:{customer|trim|lower}"), ElementsAre("hint missing_period 9"));
    EXPECT_THAT(foundInTemplate("monthlyReport:{customer_id}"), ElementsAre("hint missing_period 15"));
    EXPECT_THAT(foundInTemplate("monthly-report:{tenant_id}:{customer_id}"),
                ElementsAre("hint missing_period 28"));
}

TEST(TemplateLint, AsksAboutSpelling)
{
    EXPECT_THAT(foundInTemplate("invoice:{customer}:{period}"),
                ElementsAre("hint case_left_in 9", "hint white_space_left_in 9"));
    EXPECT_THAT(foundInTemplate("invoice:{customer|trim}:{period}"), ElementsAre("hint case_left_in 9"));
    EXPECT_THAT(foundInTemplate("invoice:{customer|upper}:{period}"),
                ElementsAre("hint white_space_left_in 9"));
}

TEST(TemplateLint, FindsKeysThatNameNoSingleAction)
{
    EXPECT_THAT(foundInTemplate("send-invoice"), ElementsAre("error no_business_identity 1"));
    EXPECT_THAT(foundInTemplate("refund:{$run}"), ElementsAre("warning no_business_identity 1"));
}

TEST(TemplateLint, FindsFixedTextThatJoinsOrEmptiesParts)
{
    EXPECT_THAT(foundInTemplate("x:{order}{line}"), ElementsAre("warning missing_delimiter 10"));
    EXPECT_THAT(foundInTemplate("x::{order}"), ElementsAre("warning empty_part 3"));
    EXPECT_THAT(foundInTemplate(":{order}"), ElementsAre("warning empty_part 1"));
    EXPECT_THAT(foundInTemplate("{order}:"), ElementsAre("warning empty_part 8"));
    EXPECT_THAT(foundInTemplate("{order}::{line}"), ElementsAre("warning empty_part 9"));
}

TEST(TemplateLint, LooksAtTheValuesOfASample)
{
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "jane@example.com"}}), ElementsAre("warning personal_data 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "Acme"}}), ElementsAre("warning case_left_in 3"));
    EXPECT_THAT(foundInTemplate("x:{a|lower}", {{"a", "Acme"}}), IsEmpty());
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", " acme"}}), ElementsAre("warning white_space_left_in 3"));
    EXPECT_THAT(foundInTemplate("x:{a|trim}", {{"a", " acme"}}), IsEmpty());
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", 1764937800123}}), ElementsAre("warning timestamp 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "550e8400-e29b-41d4-a716-446655440000"}}),
                ElementsAre("hint random_part 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "call_abc"}}), ElementsAre("error call_id 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "the second half of it"}}), ElementsAre("warning free_text 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "cafe\u0301"}}), ElementsAre("warning not_normalised 3"));
    EXPECT_THAT(foundInTemplate("x:{a|nfc}", {{"a", "cafe\u0301"}}), IsEmpty());
    EXPECT_THAT(foundInTemplate("x:{a|date:YYYY-MM}", {{"a", "2026-10-05T14:30:00Z"}}), IsEmpty());
}

TEST(TemplateLint, FindsValuesThatMakeNoPart)
{
    EXPECT_THAT(foundInTemplate("x:{a}", json::object()), ElementsAre("error empty_part 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", nullptr}}), ElementsAre("error empty_part 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", ""}}), ElementsAre("error empty_part 3"));
    EXPECT_THAT(foundInTemplate("x:{a|digits}", {{"a", "none"}}), ElementsAre("error empty_part 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "b:c"}}), ElementsAre("error delimiter_in_part 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", {{"b", 1}}}}), ElementsAre("error unusable_value 3"));
    EXPECT_THAT(foundInTemplate("x:{a|date:YYYY}", {{"a", "soon"}}), ElementsAre("error unusable_value 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "\xff"}}), ElementsAre("error unusable_value 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", std::string(300, 'x')}}), ElementsAre("error too_long 3"));
    EXPECT_THAT(foundInTemplate("x:{a}", {{"a", "2026-10-05T14:30:00Z"}}),
                ElementsAre("error delimiter_in_part 3", "warning timestamp 3"));
}

TEST(TemplateLint, LooksAtTheContextOnlyWhereThereIsOne)
{
    EXPECT_THAT(foundInTemplate("x:{$run}:{a}", {{"a", "b"}}), IsEmpty());
    EXPECT_THAT(foundInTemplate("x:{$run}:{a}", {{"a", "b"}}, {{"run", "call_1"}}),
                ElementsAre("error call_id 3"));
    EXPECT_THAT(foundInTemplate("x:{$run}:{a}", {{"a", "b"}}, json::object()),
                ElementsAre("error empty_part 3"));
}

TEST(TemplateLint, TellsTheGraverOfTwoAlikeAtOnePlace)
{
    EXPECT_THAT(foundInTemplate("invoice:{customer}:{period}", {{"customer", " Acme"}, {"period", "2026-10"}}),
                testing::UnorderedElementsAre("warning case_left_in 9", "warning white_space_left_in 9"));
}

TEST(TemplateLint, SaysWhatIsWrongAndWhatToDo)
{
    const KeyFinding finding = lintTemplate(*KeyTemplate::parse("invoice:{customer|trim|lower}")).front();
    EXPECT_EQ(finding.place, "key template, column 9");
    EXPECT_THAT(finding.cause, HasSubstr("\"invoice\" sounds like something that comes again"));
    EXPECT_THAT(finding.cure, HasSubstr("{period}"));
}

TEST(TemplateLint, LeavesLargeNumbersAlone)
{
    EXPECT_THAT(foundInTemplate("order:{a}", {{"a", 18446744073709551615U}}), IsEmpty());
    EXPECT_THAT(foundInTemplate("order:{a}", *parseExactly(R"({"a":123456789012345678901234567890})")),
                IsEmpty());
}

RC_GTEST_PROP(TemplateLint, PointsIntoTheTemplateWhateverItIs, ())
{
    const auto pieces = *rc::gen::container<std::vector<std::string>>(
        rc::gen::element<std::string>("{a}", "{call_id}", "{customer}", "{$run}", "{b.c|lower}", ":",
                                      "::", "invoice", "é", "{{", "}}", "{memo}", " ", "{d|date:YYYY}"));
    std::string text;
    for (const std::string& each : pieces) {
        text += each;
    }
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    RC_PRE(parsed.ok());
    const auto value = *rc::gen::arbitrary<std::string>();
    const json args = {{"a", value}, {"customer", value}, {"b", {{"c", 1}}}, {"d", "2026"}};
    for (const KeyFinding& each : lintTemplate(*parsed, args, {{"run", value}})) {
        RC_ASSERT(each.place.starts_with("key template, column "));
        const std::size_t column = std::stoul(each.place.substr(21));
        RC_ASSERT(column >= 1U);
        RC_ASSERT(column < columnOf(text, text.size()));
        RC_ASSERT(!each.cause.empty());
        RC_ASSERT(!each.cure.empty());
    }
}

} // namespace
} // namespace idem
