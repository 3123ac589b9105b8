#include "core/fingerprint/canonical_json.h"

#include "tests/core/text/any_text.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using nlohmann::json;

TEST(CanonicalJson, WritesTheExampleOfTheRfc)
{
    const json value = json::parse(R"({
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
    })");
    EXPECT_EQ(canonicalJson(value),
              "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
              "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST(CanonicalJson, SortsMembersByUtf16AsTheRfcShows)
{
    const json value = json::parse(R"({
        "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
        "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
    })");
    // The Hebrew letter is the one thing that changes: NFC takes it apart, and so it comes elsewhere.
    EXPECT_EQ(
        canonicalJson(value),
        "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\","
        "\"ö\":\"Latin Small Letter O With Diaeresis\",\"\u05D3\u05BC\":\"Hebrew Letter Dalet With Dagesh\","
        "\"€\":\"Euro Sign\",\"\U0001F600\":\"Emoji: Grinning Face\"}");
    EXPECT_EQ(canonicalJson(json{{"\uFFFD", 2}, {"\U0001F600", 1}}), "{\"\U0001F600\":1,\"\uFFFD\":2}");
}

TEST(CanonicalJson, EscapesOnlyWhatItMust)
{
    EXPECT_EQ(canonicalString("\b\t\n\f\r\x01\x1f\"\\"), R"("\b\t\n\f\r\u0001\u001f\"\\")");
    EXPECT_EQ(canonicalString("/\x7f\u2028é"), "\"/\x7f\u2028é\"");
    EXPECT_EQ(canonicalString(std::string(1, '\0')), R"("\u0000")");
}

TEST(CanonicalJson, KeepsWholeNumbersOf64BitsExact)
{
    EXPECT_EQ(canonicalJson(json::parse("9007199254740993")), "9007199254740993");
    EXPECT_EQ(canonicalJson(json::parse("9007199254740992")), "9007199254740992");
    EXPECT_EQ(canonicalJson(json::parse("18446744073709551615")), "18446744073709551615");
    EXPECT_EQ(canonicalJson(json::parse("-9223372036854775808")), "-9223372036854775808");
}

TEST(CanonicalJson, WritesTheSameNumberAlikeHoweverItWasWritten)
{
    EXPECT_EQ(canonicalJson(json::parse("100.0")), "100");
    EXPECT_EQ(canonicalJson(json::parse("1e2")), "100");
    EXPECT_EQ(canonicalJson(json::parse("-0.0")), "0");
    EXPECT_EQ(canonicalJson(json::parse("9223372036854775808.0")), "9223372036854775808");
    EXPECT_NE(canonicalJson(json::parse("9223372036854775808.0")),
              canonicalJson(json::parse("9223372036854776000")));
}

TEST(CanonicalJson, BringsStringsAndNamesToNfc)
{
    EXPECT_EQ(canonicalJson(json{{"cafe\u0301", "e\u0301"}}), canonicalJson(json{{"caf\u00E9", "\u00E9"}}));
}

TEST(CanonicalJson, ReplacesBytesThatAreNoUtf8)
{
    const json value = {{"na\xff", "a\xc3"}};
    EXPECT_EQ(canonicalJson(value), "{\"na\uFFFD\":\"a\uFFFD\"}");
}

TEST(CanonicalJson, WritesNullForNumbersThatAreNone)
{
    EXPECT_EQ(canonicalJson(json(std::numeric_limits<double>::quiet_NaN())), "null");
    EXPECT_EQ(canonicalJson(json(-std::numeric_limits<double>::infinity())), "null");
}

TEST(CanonicalJson, WritesEmptyAndNestedContainers)
{
    EXPECT_EQ(
        canonicalJson(json::parse(R"( { "b" : [ ] , "a" : { } , "c" : [ [ 1 , { "d" : [ 2 ] } ] , 3 ] } )")),
        R"({"a":{},"b":[],"c":[[1,{"d":[2]}],3]})");
}

TEST(CanonicalJson, KeepsDifferentBytesDifferent)
{
    EXPECT_EQ(canonicalJson(json::binary({1, 255})), R"({"bytes":[1,255]})");
}

TEST(CanonicalJson, TakesNestingThatNoStackWouldHold)
{
    constexpr std::size_t depth = 300'000;
    const json value = json::parse(std::string(depth, '[') + std::string(depth, ']'));
    EXPECT_EQ(canonicalJson(value).size(), 2 * depth);
}

RC_GTEST_PROP(CanonicalJson, NeverMindsTheOrderOfMembers, ())
{
    const auto members = *anyMembers();
    std::vector<std::string> texts;
    for (const auto& [name, value] : members) {
        texts.push_back(canonicalString(name) + ":" + std::to_string(value));
    }
    const auto text = [&texts] {
        std::string out;
        for (const std::string& each : texts) {
            out += (out.empty() ? "" : " , ") + each;
        }
        return "{ " + out + " }";
    };
    const std::string forwards = canonicalJson(json::parse(text()));
    for (std::size_t i = texts.size(); i > 1; --i) {
        std::swap(texts[i - 1], texts[*rc::gen::inRange<std::size_t>(0, i)]);
    }
    RC_ASSERT(canonicalJson(json::parse(text())) == forwards);
}

RC_GTEST_PROP(CanonicalJson, NeverMakesDifferentIntegersEqual, (std::int64_t a, std::int64_t b))
{
    const auto near
        = static_cast<std::int64_t>(static_cast<std::uint64_t>(a) ^ (static_cast<std::uint64_t>(b) & 1U));
    RC_ASSERT((a == b) == (canonicalJson(json(a)) == canonicalJson(json(b))));
    RC_ASSERT((a == near) == (canonicalJson(json(a)) == canonicalJson(json(near))));
}

RC_GTEST_PROP(CanonicalJson, NeverMakesLargeNeighboursEqual, ())
{
    const auto a = *rc::gen::inRange<std::uint64_t>(1ULL << 53U, std::numeric_limits<std::uint64_t>::max());
    RC_ASSERT(canonicalJson(json(a)) != canonicalJson(json(a + 1)));
}

RC_GTEST_PROP(CanonicalJson, WritesJsonThatMeansTheSame, (std::int64_t number, bool flag))
{
    const std::string name = nfc(*anyText());
    json value = json::object();
    value[name] = json::array({number, flag, nullptr, name});
    const std::string once = canonicalJson(value);
    const bool meansTheSame = json::parse(once) == value; // RapidCheck cannot show JSON
    RC_ASSERT(meansTheSame);
    RC_ASSERT(canonicalJson(json::parse(once)) == once);
}

} // namespace
} // namespace idem
