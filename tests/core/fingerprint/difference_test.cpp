#include "core/fingerprint/difference.h"

#include "core/fingerprint/exact_json.h"
#include "core/fingerprint/fingerprint.h"
#include "tests/core/fingerprint/any_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {

// How GoogleTest shows a difference.
void PrintTo(const FieldDifference& difference, std::ostream* out)
{
    *out << difference.pointer << ": " << difference.first.value_or("absent") << " | "
         << difference.second.value_or("absent");
}

namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<FieldDifference> between(const std::string& first, const std::string& second,
                                     const FingerprintOptions& options = {})
{
    return differences(*parseExactly(first), *parseExactly(second), options);
}

TEST(Difference, NamesTheValuesThatDiffer)
{
    EXPECT_THAT(
        between(R"({"customer":"acme","order":{"id":7,"lines":[{"sku":"a","n":1}]}})",
                R"({"customer":"acme","order":{"id":8,"lines":[{"sku":"a","n":2}]}})"),
        ElementsAre(FieldDifference{"/order/id", "7", "8"}, FieldDifference{"/order/lines/0/n", "1", "2"}));
}

TEST(Difference, NamesWhatOnlyOneOfThemHas)
{
    EXPECT_THAT(between(R"({"a":{"b":1,"c":2}})", R"({"d":null})"),
                ElementsAre(FieldDifference{"/a", R"({"b":1,"c":2})", std::nullopt},
                            FieldDifference{"/d", std::nullopt, "null"}));
    EXPECT_THAT(
        between("[1,2,3]", "[1]"),
        ElementsAre(FieldDifference{"/1", "2", std::nullopt}, FieldDifference{"/2", "3", std::nullopt}));
}

TEST(Difference, ShowsValuesOfDifferentKindsWhole)
{
    EXPECT_THAT(between(R"({"a":{"b":1}})", R"({"a":[1]})"),
                ElementsAre(FieldDifference{"/a", R"({"b":1})", "[1]"}));
    EXPECT_THAT(between("[]", "{}"), ElementsAre(FieldDifference{"", "[]", "{}"}));
    EXPECT_THAT(between("1", "2"), ElementsAre(FieldDifference{"", "1", "2"}));
    EXPECT_THAT(between(R"({"a":1,"b":2})", "3", {.identifies = {"a"}}),
                ElementsAre(FieldDifference{"", R"({"a":1})", "3"}));
}

TEST(Difference, FollowsTheOptions)
{
    const std::string first = R"({"id":1,"amount":100,"_meta":{"t":1},"lines":[1,2]})";
    const std::string second = R"({"id":2,"amount":100.0,"_meta":{"t":2},"lines":[3,2]})";
    EXPECT_THAT(between(first, second, {.ignore = {"/id", "/_meta/t", "/lines/0"}}), IsEmpty());
    EXPECT_THAT(between(first, second, {.identifies = {"amount"}}), IsEmpty());
    EXPECT_THAT(between(first, second, {.identifies = {"amount"}, .wholeNumbersEqual = false}),
                ElementsAre(FieldDifference{"/amount", "100", "100.0"}));
}

TEST(Difference, EscapesNamesInPointers)
{
    EXPECT_THAT(between(R"({"x/y":{"m~n":1}})", R"({"x/y":{"m~n":2}})"),
                ElementsAre(FieldDifference{"/x~1y/m~0n", "1", "2"}));
}

TEST(Difference, ShowsEveryDigitOfLargeNumbers)
{
    EXPECT_THAT(between("[18446744073709551616]", "[18446744073709551617]"),
                ElementsAre(FieldDifference{"/0", "18446744073709551616", "18446744073709551617"}));
}

TEST(Difference, TakesNestingThatNoStackWouldHold)
{
    constexpr std::size_t depth = 200'000;
    const std::string open(depth, '[');
    const std::string close(depth, ']');
    EXPECT_THAT(between(open + close, open + close), IsEmpty());
    EXPECT_THAT(between(open + "1" + close, open + "2" + close), SizeIs(1));
}

TEST(Difference, EndsBeforeTheAnswerIsHuge)
{
    std::string many = "[0";
    std::string others = "[1";
    for (int i = 0; i < 5000; ++i) {
        many += ",0";
        others += ",1";
    }
    EXPECT_THAT(between(many + ']', others + ']'), SizeIs(1000));

    constexpr std::size_t depth = 30'000; // a difference on every level: half a gigabyte of pointers
    std::string deep(depth * 2, '[');
    std::string other = deep;
    for (std::size_t i = 0; i < depth; ++i) {
        deep += "],0";
        other += "],1";
    }
    const std::string close(depth, ']');
    const auto found = differences(*parseExactly(deep + close), *parseExactly(other + close), {});
    EXPECT_THAT(found, SizeIs(testing::AllOf(testing::Gt(1U), testing::Le(1000U))));
}

RC_GTEST_PROP(Difference, IsEmptyExactlyWhenTheFingerprintsAreEqual, ())
{
    const json first = *parseExactly(*anyJson());
    const json second = *parseExactly(*anyJson());
    const FingerprintOptions options = *anyOptions();
    const bool equal = fingerprint(first, options) == fingerprint(second, options);
    const auto found = differences(first, second, options);
    RC_ASSERT(equal == found.empty());
    RC_ASSERT(found.size() == differences(second, first, options).size());
    for (const FieldDifference& each : found) {
        RC_ASSERT(each.first != each.second);
        RC_ASSERT((each.pointer.empty() || each.pointer.front() == '/'));
    }
}

// As above, but with pairs that nearly always agree in most places.
RC_GTEST_PROP(Difference, FindsOneChangedValueUnlessItIsIgnored, ())
{
    json first = {{"a", *parseExactly(*anyJson(2))}, {"b", {1, *parseExactly(*anyJson(1)), 3}}, {"x/y", 1}};
    json second = first;
    second["b"][1] = *parseExactly(*anyJson(1));
    const FingerprintOptions options = *anyOptions();
    const bool equal = fingerprint(first, options) == fingerprint(second, options);
    RC_ASSERT(equal == differences(first, second, options).empty());
}

} // namespace
} // namespace idem
