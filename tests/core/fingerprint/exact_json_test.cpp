#include "core/fingerprint/exact_json.h"

#include "core/fingerprint/canonical_json.h"
#include "core/fingerprint/exact_integer.h"
#include "tests/core/fingerprint/any_json.h"
#include "tests/core/text/any_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// The canonical text of what was read, or the error.
std::string read(std::string_view text)
{
    const Result<json> parsed = parseExactly(text);
    return parsed ? canonicalJson(*parsed) : parsed.error().text();
}

Error errorOf(std::string_view text)
{
    const Result<json> parsed = parseExactly(text);
    return parsed ? Error{.place = "none", .cause = "read", .cure = {}} : parsed.error();
}

TEST(ExactJson, ReadsWhatOtherReadersRead)
{
    const std::string_view text
        = R"( {"b": [1, -2, 3.5, "\u00e9\n", true, null, [], {}], "a": {"c": {"d": -0.0}}, "": 18446744073709551615} )";
    const bool same = *parseExactly(text) == json::parse(text);
    EXPECT_TRUE(same);
    EXPECT_EQ(read("1"), "1");
    EXPECT_EQ(read("\xEF\xBB\xBF\"a\""), "\"a\""); // a byte order mark before the text
}

TEST(ExactJson, KeepsEveryDigitOfNumbersBeyond64Bits)
{
    for (const char* text :
         {"9223372036854775808", "9223372036854775809", "-9223372036854775809", "18446744073709551616",
          "18446744073709551617", "123456789012345678901234567890", "-123456789012345678901234567891"}) {
        EXPECT_EQ(read(text), text);
    }
    const std::string long300(300, '7');
    EXPECT_EQ(read("[" + long300 + "]"), "[" + long300 + "]");
}

TEST(ExactJson, TakesAWholeNumberForTheSameHoweverItIsWritten)
{
    EXPECT_EQ(read("18446744073709551616.0"), "18446744073709551616");
    EXPECT_EQ(read("1.8446744073709551616e19"), "18446744073709551616");
    EXPECT_EQ(read("18446744073709552000"), read("1.8446744073709552e19"));
    EXPECT_NE(read("18446744073709552000"), read("18446744073709551616.0"));
    EXPECT_EQ(read("1e30"), "1e+30");
    EXPECT_EQ(read("1" + std::string(30, '0')), "1e+30");
    EXPECT_EQ(read("1" + std::string(29, '0') + "1"), "1" + std::string(29, '0') + "1");
}

TEST(ExactJson, LeavesOrdinaryNumbersOrdinary)
{
    for (const char* text :
         {"120", "-9223372036854775808", "18446744073709551615", "0.1", "1e300", "1e-400", "100.0"}) {
        EXPECT_TRUE(parseExactly(text)->is_number()) << text;
    }
    EXPECT_TRUE(parseExactly("18446744073709551616")->is_binary());
}

TEST(ExactJson, RefusesAMemberThatIsThereTwiceAndSaysWhere)
{
    const Error error
        = errorOf("{\n  \"é\": 1, \"amount\": 1,\n  \"ü\": {\"b\": 1, \"amount\": 120, \"amount\": 1}\n}");
    EXPECT_EQ(error.place, "line 3, column 32");
    EXPECT_EQ(error.cause, "the member \"amount\" is there twice in one object");
    EXPECT_EQ(errorOf("{\"a\":1,\"b\":[{\"a\":1}],\"\\u0061\":2}").place, "line 1, column 22");
    EXPECT_EQ(errorOf("{\"a\\\"\":1,\"a\\\"\":2}").place, "line 1, column 10");
    EXPECT_EQ(read("[{\"a\":1},{\"a\":2}]"), "[{\"a\":1},{\"a\":2}]");
}

TEST(ExactJson, RefusesBytesThatAreNoUtf8AndSaysWhere)
{
    const Error error = errorOf("{\"é\":\n \"ab\xff\"}");
    EXPECT_EQ(error.place, "line 2, column 5");
    EXPECT_THAT(error.cause, HasSubstr("not valid UTF-8"));
    EXPECT_THAT(errorOf("\"\xed\xa0\x80\"").cause, HasSubstr("not valid UTF-8"));
}

TEST(ExactJson, SaysWhereItStopsToBeJson)
{
    EXPECT_EQ(errorOf("{\"a\":\n}").place, "line 2, column 1");
    EXPECT_THAT(errorOf("{\"a\":\n}").cause, HasSubstr("unexpected '}'"));
    EXPECT_THAT(errorOf("").cause, HasSubstr("unexpected end of input"));
    for (const char* text :
         {"{", "[1,]", "{\"a\":1}x", "nul", "01", "'a'", "\xff", "é", "[1 2]", "\"\\ud800\""}) {
        EXPECT_THAT(errorOf(text).place, HasSubstr("line 1, column ")) << text;
        EXPECT_THAT(errorOf(text).cause, Not(HasSubstr("last read"))) << text;
    }
}

TEST(ExactJson, RefusesNumbersThatNoReaderHolds)
{
    EXPECT_THAT(errorOf("[1e400]").cause, HasSubstr("larger than any"));
    EXPECT_THAT(errorOf(std::string(500, '9')).cause, HasSubstr("larger than any"));
}

TEST(ExactJson, TakesNestingThatNoStackWouldHold)
{
    constexpr std::size_t depth = 300'000;
    EXPECT_EQ(read(std::string(depth, '[') + std::string(depth, ']')).size(), 2 * depth);
}

TEST(ExactInteger, IsOnlyWhatTheReaderMakes)
{
    EXPECT_EQ(exactIntegerOf(exactInteger({.digits = "18446744073709551616", .asFraction = true})),
              (ExactInteger{.digits = "18446744073709551616", .asFraction = true}));
    const auto tagged = [](const std::string& text) {
        return exactIntegerOf(
            json::binary(std::vector<std::uint8_t>(text.begin(), text.end()), exactIntegerSubtype));
    };
    for (const char* text :
         {"", "-", "7", "-7", "007", "18446744073709551615", "0018446744073709551616", "18446744073709551616x",
          "--18446744073709551616", ".0", "18446744073709551616.00"}) {
        EXPECT_FALSE(tagged(text)) << text;
    }
    EXPECT_FALSE(exactIntegerOf(json::binary({0x31}, 1)));
    EXPECT_FALSE(exactIntegerOf(json(1)));
}

TEST(ExactInteger, FindsTheDigitsOfAWholeNumber)
{
    EXPECT_EQ(wholeDigits("1.5e3"), "1500");
    EXPECT_EQ(wholeDigits("-120.00"), "-120");
    EXPECT_EQ(wholeDigits("-0.0"), "0");
    EXPECT_EQ(wholeDigits("0e99999999999"), std::nullopt); // not worth a special case
    EXPECT_EQ(wholeDigits("1500e-2"), "15");
    EXPECT_EQ(wholeDigits("0.001e3"), "1");
    for (const char* text : {"1.5", "1e-1", "1e401", "1e999999999999", "", "-", "e5", "null"}) {
        EXPECT_EQ(wholeDigits(text), std::nullopt) << text;
    }
}

RC_GTEST_PROP(ExactJson, NeverMakesDifferentDigitsEqual, ())
{
    const auto digits = rc::gen::map(rc::gen::container<std::string>(rc::gen::inRange('0', '5')),
                                     [](const std::string& text) { return "18446744073709551" + text; });
    const std::string a = *digits;
    const std::string b = *digits;
    RC_ASSERT((a == b) == (read(a) == read(b)));
}

RC_GTEST_PROP(ExactJson, ReadsItsOwnCanonicalTextAsTheSame, ())
{
    const std::string once = read(*anyJson());
    RC_PRE(parseExactly(once).ok()); // not where two names became one by normalisation
    RC_ASSERT(read(once) == once);
}

RC_GTEST_PROP(ExactJson, AgreesWithTheOrdinaryReaderAboutWhatIsJson, ())
{
    const auto text = *rc::gen::container<std::string>(rc::gen::oneOf(
        rc::gen::element('{', '}', '[', ']', ',', ':', '"', '\\', '1', 'e', '.', '-', ' ', '\n', 'a'),
        rc::gen::arbitrary<char>()));
    const json ordinary = json::parse(text, nullptr, false);
    const Result<json> exact = parseExactly(text);
    if (exact) {
        RC_ASSERT(!ordinary.is_discarded());
    } else {
        RC_ASSERT(exact.error().place.starts_with("line "));
        RC_ASSERT((ordinary.is_discarded() || exact.error().cause.find("twice") != std::string::npos));
        RC_ASSERT(isValidUtf8(exact.error().text()));
    }
}

} // namespace
} // namespace idem
