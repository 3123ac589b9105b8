#include "core/key/key_template.h"

#include "core/fingerprint/exact_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const json sampleArgs = {{"customer", "  ACME "},
                         {"period", "2026-10"},
                         {"amount", 120},
                         {"sent", "2026-10-05T14:30:00Z"},
                         {"phone", "+49 (30) 12-34"},
                         {"order", {{"id", 7}, {"lines", {1, 2}}}},
                         {"urgent", true},
                         {"nothing", nullptr}};
const json sampleContext = {{"run", "r-17"}};

std::string key(std::string_view text, const json& arguments = sampleArgs)
{
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    if (!parsed) {
        return "not parsed: " + parsed.error().text();
    }
    const Result<std::string> out = parsed->expand(arguments, sampleContext);
    return out ? *out : "not expanded: " + out.error().text();
}

Error parseError(std::string_view text)
{
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    return parsed ? Error{.place = "none", .cause = "parsed", .cure = {}} : parsed.error();
}

Error expandError(std::string_view text, const json& arguments = sampleArgs)
{
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    if (!parsed) {
        return {.place = "none", .cause = "not parsed: " + parsed.error().text(), .cure = {}};
    }
    const Result<std::string> out = parsed->expand(arguments, sampleContext);
    return out ? Error{.place = "none", .cause = "expanded to " + *out, .cure = {}} : out.error();
}

TEST(KeyTemplate, NamesTheOctoberInvoice)
{
    EXPECT_EQ(key("invoice:{customer|trim|lower}:{period}"), "invoice:acme:2026-10");
    EXPECT_EQ(KeyTemplate::parse("invoice:{customer|trim|lower}:{period}")->text(),
              "invoice:{customer|trim|lower}:{period}");
}

TEST(KeyTemplate, AppliesNormalisersFromLeftToRight)
{
    EXPECT_EQ(key("{phone|digits}"), "49301234");
    EXPECT_EQ(key("{name|upper}", {{"name", "straße"}}), "STRASSE");
    EXPECT_EQ(key("{name|lower}", {{"name", "ÀÉ"}}), "àé");
    EXPECT_EQ(key("{name|nfc}", {{"name", "cafe\u0301"}}), "caf\u00E9");
    EXPECT_EQ(key("{name}", {{"name", "cafe\u0301"}}), "cafe\u0301");
    EXPECT_EQ(key("{name|trim}", {{"name", "\u00A0\t a b \n"}}), "a b");
    EXPECT_EQ(key("{name|digits|date:YYYY}", {{"name", "in 2026"}}), "2026");
}

TEST(KeyTemplate, CutsDatesToWhatIsAskedFor)
{
    EXPECT_EQ(key("{sent|date:YYYY-MM-DD}"), "2026-10-05");
    EXPECT_EQ(key("{sent|date:YYYY-MM}"), "2026-10");
    EXPECT_EQ(key("{sent|date:YYYY}"), "2026");
    EXPECT_EQ(key("{period|date:YYYY-MM}"), "2026-10");
    EXPECT_EQ(key("{d|date:YYYY-MM}", {{"d", "2028-02-29"}}), "2028-02");
    EXPECT_EQ(key("{d|date:YYYY}", {{"d", 2026}}), "2026");
    EXPECT_EQ(key("{d|date:YYYY-MM}", {{"d", "2026-10-31T23:30:00.250-05:00"}}), "2026-10"); // as it is written
}

TEST(KeyTemplate, ReachesIntoObjectsAndTheContext)
{
    EXPECT_EQ(key("order:{order.id}"), "order:7");
    EXPECT_EQ(key("{$run}:{customer|trim}"), "r-17:ACME");
}

TEST(KeyTemplate, PrintsNumbersAndTruthValuesLikeCanonicalJson)
{
    EXPECT_EQ(key("{amount}"), "120");
    EXPECT_EQ(key("{amount}", {{"amount", 120.0}}), "120");
    EXPECT_EQ(key("{amount}", {{"amount", 0.1}}), "0.1");
    EXPECT_EQ(key("{amount}", {{"amount", 9007199254740993}}), "9007199254740993");
    EXPECT_EQ(key("{urgent}"), "true");
}

TEST(KeyTemplate, PrintsEveryDigitOfNumbersBeyond64Bits)
{
    EXPECT_EQ(key("order:{id}", *parseExactly(R"({"id":123456789012345678901234567890})")),
              "order:123456789012345678901234567890");
    EXPECT_EQ(expandError("{id}", {{"id", json::binary({1})}}).cause,
              "\"id\" is not a value, not a single value");
}

TEST(KeyTemplate, WritesDoubledBracesOnce)
{
    EXPECT_EQ(key("{{{amount}}}"), "{120}");
    EXPECT_EQ(key("a}}b{{c"), "a}b{c");
}

TEST(KeyTemplate, IgnoresWhiteSpaceInsideAField)
{
    EXPECT_EQ(key("{ customer | trim | lower }"), "acme");
}

TEST(KeyTemplate, ListsTheNamesItUsesOnceAndInOrder)
{
    const KeyTemplate parsed = *KeyTemplate::parse("{period}:{$run}:{order.id}:{period|digits}:x");
    EXPECT_THAT(parsed.argumentNames(), ElementsAre("period", "order.id"));
    EXPECT_THAT(parsed.contextNames(), ElementsAre("run"));
    EXPECT_THAT(KeyTemplate::parse("constant")->argumentNames(), IsEmpty());
}

TEST(KeyTemplateParse, RefusesAnEmptyTemplate)
{
    EXPECT_THAT(parseError("").cause, HasSubstr("empty"));
    EXPECT_EQ(parseError("").place, "key template, column 1");
}

TEST(KeyTemplateParse, SuggestsTheNearestNormaliser)
{
    const Error error = parseError("invoice:{customer|trim|lowr}");
    EXPECT_EQ(error.place, "key template, column 24");
    EXPECT_EQ(error.cause, "there is no normaliser \"lowr\"");
    EXPECT_EQ(error.cure,
              "Did you mean \"lower\"? There are trim, lower, upper, nfc, digits, date:YYYY, date:YYYY-MM, "
              "date:YYYY-MM-DD");
    EXPECT_THAT(parseError("{a|}").cause, HasSubstr("missing after the bar"));
    EXPECT_THAT(parseError("{a|trim||lower}").cause, HasSubstr("missing after the bar"));
    EXPECT_THAT(parseError("{a|trim:x}").cause, HasSubstr("takes nothing after a colon"));
}

TEST(KeyTemplateParse, NamesTheDateFormatsThereAre)
{
    EXPECT_EQ(parseError("{a|date}").cause, "\"date\" needs a format");
    EXPECT_EQ(parseError("{a|date:MM-YYYY}").cause, "\"date\" has no format \"MM-YYYY\"");
    EXPECT_EQ(parseError("{a|date:MM-YYYY}").cure, "Write date:YYYY-MM-DD, date:YYYY-MM or date:YYYY");
}

TEST(KeyTemplateParse, PointsAtAnUnbalancedBrace)
{
    EXPECT_EQ(parseError("é:{customer").place, "key template, column 3");
    EXPECT_THAT(parseError("é:{customer").cause, HasSubstr("not closed"));
    EXPECT_THAT(parseError("{a{b}").cause, HasSubstr("not closed"));
    EXPECT_EQ(parseError("a}b").place, "key template, column 2");
    EXPECT_THAT(parseError("a}b").cause, HasSubstr("no opening one"));
    EXPECT_THAT(parseError("{a}}").cause, HasSubstr("no opening one"));
    EXPECT_THAT(parseError("{").cause, HasSubstr("not closed"));
}

TEST(KeyTemplateParse, RefusesAFieldWithoutAName)
{
    for (const char* text : {"x:{}", "x:{ }", "x:{|trim}", "x:{$}"}) {
        EXPECT_EQ(parseError(text).place, "key template, column 3") << text;
        EXPECT_EQ(parseError(text).cause, "this field names nothing") << text;
    }
    for (const char* text : {"{.a}", "{a.}", "{a..b}"}) {
        EXPECT_THAT(parseError(text).cause, HasSubstr("empty name beside a dot")) << text;
    }
}

TEST(KeyTemplateParse, RefusesFixedTextThatNoKeyCanHold)
{
    EXPECT_THAT(parseError(std::string(256, 'a')).cause, HasSubstr("256 bytes"));
    EXPECT_EQ(key(std::string(255, 'a')), std::string(255, 'a'));
    EXPECT_THAT(parseError("a\xff").cause, HasSubstr("UTF-8"));
}

TEST(KeyTemplateExpand, NamesAMissingArgumentAndTheNearest)
{
    const Error error = expandError("invoice:{custmer}", {{"customer", "acme"}, {"period", "2026-10"}});
    EXPECT_EQ(error.place, "key template, column 9");
    EXPECT_EQ(error.cause, "the argument \"custmer\" is missing");
    EXPECT_EQ(error.cure, "Did you mean \"customer\"? There are customer, period");
    EXPECT_EQ(expandError("{order.number}").cause, "the argument \"order.number\" is missing");
    EXPECT_EQ(expandError("{amount.value}").cause, "the argument \"amount.value\" is missing");
    EXPECT_EQ(expandError("{$event}").cause, "the context value \"$event\" is missing");
    EXPECT_EQ(expandError("{a}", json::array({1})).cause, "the argument \"a\" is missing");
    EXPECT_EQ(expandError("{nothing}").cause, "the argument \"nothing\" is null");
}

TEST(KeyTemplateExpand, RefusesAnEmptyPart)
{
    EXPECT_EQ(expandError("a:{b}", {{"b", ""}}).cause, "\"b\" is empty");
    EXPECT_EQ(expandError("a:{b|trim}", {{"b", " \t"}}).cause, "\"b\" is empty after normalisation");
    EXPECT_EQ(expandError("a:{b|digits}", {{"b", "none"}}).place, "key template, column 3");
}

TEST(KeyTemplateExpand, RefusesWhatIsNoSingleValue)
{
    EXPECT_EQ(expandError("{order}").cause, "\"order\" is an object, not a single value");
    EXPECT_EQ(expandError("{order.lines}").cause, "\"order.lines\" is a list, not a single value");
    EXPECT_EQ(expandError("{x}", {{"x", std::numeric_limits<double>::infinity()}}).cause,
              "\"x\" is not a finite number");
    EXPECT_EQ(expandError("{x}", {{"x", "\xff"}}).cause, "\"x\" is not valid UTF-8");
}

TEST(KeyTemplateExpand, RefusesADelimiterInsideAPart)
{
    EXPECT_THAT(expandError("{a}:{b}", {{"a", "x:y"}, {"b", "z"}}).cause, HasSubstr("brings a ':'"));
    EXPECT_THAT(expandError("{sent}").cause, HasSubstr("brings a ':'"));
    EXPECT_EQ(key("{a|digits}:{b}", {{"a", "1:2"}, {"b", "z"}}), "12:z");
}

TEST(KeyTemplateExpand, RefusesWhatIsNoDate)
{
    for (const char* text : {"October", "2026-13", "2026-02-30", "2026-2", "2026/10", "+026-10", "2026-1a",
                             "202", "20261005", "2026-10-05T", "2026-10-05T25:00:00Z", "2026-10-05 tomorrow",
                             "2026-10-05x", "2026-10-", " 2026-10"}) {
        const Error error = expandError("a:{d|date:YYYY-MM}", {{"d", text}});
        EXPECT_THAT(error.cause, HasSubstr("is not a date")) << text;
        EXPECT_EQ(error.place, "key template, column 3") << text;
    }
    EXPECT_THAT(expandError("{d|date:YYYY-MM-DD}", {{"d", "2026-10"}}).cause, HasSubstr("not exact enough"));
    EXPECT_THAT(expandError("{d|date:YYYY-MM}", {{"d", "2026"}}).cause, HasSubstr("not exact enough"));
}

TEST(KeyTemplateExpand, RefusesAKeyOver255Bytes)
{
    EXPECT_EQ(key("k:{a}", {{"a", std::string(253, 'x')}}).size(), 255U);
    const Error error = expandError("k:{b}:{a}", {{"a", std::string(253, 'x')}, {"b", "1"}});
    EXPECT_EQ(error.place, "key template, column 7"); // the longest part, not the last
    EXPECT_THAT(error.cause, HasSubstr("the key has 257 bytes"));
    EXPECT_THAT(expandError("{a}", {{"a", std::string(1'000'000, 'x')}}).cause, HasSubstr("1000000 bytes"));
}

RC_GTEST_PROP(KeyTemplate, NeverThrowsWhateverTheTemplate, ())
{
    const auto text = *rc::gen::container<std::string>(
        rc::gen::oneOf(rc::gen::element('{', '}', '|', ':', '$', '.', 'a', ' '), rc::gen::arbitrary<char>()));
    const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
    if (parsed) {
        const Result<std::string> out = parsed->expand({{"a", "x"}}, {{"a", "y"}});
        RC_ASSERT(
            (!out || out->size() <= KeyTemplate::longestKey)); // in brackets: the macro does not short-circuit
    } else {
        RC_ASSERT(parsed.error().place.starts_with("key template, column "));
        RC_ASSERT(!parsed.error().cause.empty());
        RC_ASSERT(!parsed.error().cure.empty());
    }
}

// What the ':' rule is for: no two different pairs of arguments meet in one key.
RC_GTEST_PROP(KeyTemplate, GivesDifferentArgumentsDifferentKeys, ())
{
    const auto part = rc::gen::container<std::string>(rc::gen::element('a', 'b', ':'));
    const auto two = *rc::gen::pair(part, part);
    const auto otherTwo = *rc::gen::pair(part, part);
    const KeyTemplate parsed = *KeyTemplate::parse("{x}:{y}");
    const Result<std::string> one = parsed.expand({{"x", two.first}, {"y", two.second}}, {});
    const Result<std::string> other = parsed.expand({{"x", otherTwo.first}, {"y", otherTwo.second}}, {});
    if (one && other) {
        RC_ASSERT((two == otherTwo) == (*one == *other));
    }
}

} // namespace
} // namespace idem
