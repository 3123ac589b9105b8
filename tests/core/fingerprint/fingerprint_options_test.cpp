#include "core/fingerprint/fingerprint_options.h"

#include "core/fingerprint/exact_json.h"
#include "core/fingerprint/fingerprint.h"
#include "core/fingerprint/json_pointer.h"
#include "tests/core/fingerprint/any_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

bool same(const std::string& first, const std::string& second, const FingerprintOptions& options = {})
{
    return fingerprint(*parseExactly(first), options) == fingerprint(*parseExactly(second), options);
}

TEST(FingerprintOptions, TakeAnEnvelopeThatChangesOutOfTheFingerprint)
{
    const std::string first
        = R"({"jsonrpc":"2.0","id":1,"params":{"amount":120,"_meta":{"progressToken":"a"}}})";
    const std::string again
        = R"({"jsonrpc":"2.0","id":2,"params":{"_meta":{"progressToken":"b"},"amount":120}})";
    const std::string other
        = R"({"jsonrpc":"2.0","id":2,"params":{"_meta":{"progressToken":"b"},"amount":150}})";
    const FingerprintOptions options{.ignore = {"/id", "/_meta", "/params/_meta"}};
    EXPECT_FALSE(same(first, again));
    EXPECT_TRUE(same(first, again, options));
    EXPECT_FALSE(same(first, other, options));
    EXPECT_THAT(
        differingFields(fingerprint(json::parse(first), options), fingerprint(json::parse(other), options)),
        ElementsAre("params"));
}

TEST(FingerprintOptions, CountWhatIsIgnoredAsAbsent)
{
    EXPECT_TRUE(same(R"({"a":1,"id":1})", R"({"a":1})", {.ignore = {"/id"}}));
    EXPECT_TRUE(same(R"({"a":[1,2,3]})", R"({"a":[1,9,3]})", {.ignore = {"/a/1"}}));
    EXPECT_FALSE(same(R"({"a":[1,2,3]})", R"({"a":[1,9,4]})", {.ignore = {"/a/1"}}));
    EXPECT_TRUE(same("[1,2]", "[3,2]", {.ignore = {"/0"}}));
    EXPECT_TRUE(
        same(R"({"x/y":1,"m~n":1,"b":2})", R"({"x/y":2,"m~n":2,"b":2})", {.ignore = {"/x~1y", "/m~0n"}}));
    EXPECT_TRUE(same("{\"caf\u00E9\":1}", "{\"cafe\u0301\":2}", {.ignore = {"/cafe\u0301"}}));
    EXPECT_TRUE(same(R"({"":1})", R"({"":2})", {.ignore = {"/"}}));
}

TEST(FingerprintOptions, PassOverPointersThatNameNothing)
{
    EXPECT_TRUE(same(R"({"a":1})", R"({"a":1})", {.ignore = {"/b", "/a/b", "/a/0"}}));
    for (const char* pointer : {"", "a", "/~", "/a/01", "/a/-", "/a/x", "/a/99999999999999999999"}) {
        EXPECT_FALSE(same(R"({"a":[1,2]})", R"({"a":[2,1]})", {.ignore = {pointer}})) << pointer;
    }
}

TEST(FingerprintOptions, CanKeepWholeNumbersAndFractionsApart)
{
    const FingerprintOptions apart{.wholeNumbersEqual = false};
    EXPECT_TRUE(same("[100]", "[100.0]"));
    EXPECT_TRUE(same("[100]", "[1e2]"));
    EXPECT_FALSE(same("[100]", "[100.0]", apart));
    EXPECT_TRUE(same("[1e2]", "[100.0]", apart));
    EXPECT_TRUE(same("[100.50]", "[100.5]", apart));
    EXPECT_FALSE(same("[18446744073709551616]", "[18446744073709551616.0]", apart));
    EXPECT_TRUE(same("[18446744073709551616]", "[18446744073709551616.0]"));
    EXPECT_FALSE(same("[1e30]", "[1000000000000000000000000000000]", apart));
    EXPECT_TRUE(same("[1e30]", "[1000000000000000000000000000000]"));
}

TEST(FingerprintOptions, NeverFoldLargeWholeNumbers)
{
    for (const bool equal : {true, false}) {
        const FingerprintOptions options{.wholeNumbersEqual = equal};
        EXPECT_FALSE(same("[9007199254740993]", "[9007199254740992]", options));
        EXPECT_FALSE(same("[9223372036854775808]", "[9223372036854775809]", options));
        EXPECT_FALSE(same("[18446744073709551616]", "[18446744073709551617]", options));
        EXPECT_FALSE(same("[123456789012345678901234567890]", "[123456789012345678901234567891]", options));
    }
}

TEST(FingerprintOptions, ByDefaultAreThoseOfTheFingerprintOfAllFields)
{
    const json args = {{"a", 1}, {"b", {1.0, "é"}}};
    EXPECT_EQ(fingerprint(args, FingerprintOptions{}), fingerprint(args, {}));
    EXPECT_EQ(fingerprint(args, FingerprintOptions{.identifies = {"a"}}), fingerprint(args, {"a"}));
}

TEST(FingerprintOptions, AreCheckedWithThePlaceOfTheFault)
{
    EXPECT_FALSE(checkFingerprintOptions({.identifies = {"a"}, .ignore = {"/id", "/", "/a~1b", "/~0"}}));
    const Error error = *checkFingerprintOptions({.ignore = {"/id", "_meta"}});
    EXPECT_EQ(error.place, "ignored path 2");
    EXPECT_THAT(error.cause, HasSubstr("does not begin with /"));
    EXPECT_EQ(error.cure, "Write /_meta");
    EXPECT_THAT(checkFingerprintOptions({.ignore = {""}})->cause, HasSubstr("whole request"));
    EXPECT_THAT(checkFingerprintOptions({.ignore = {"/a~2"}})->cause, HasSubstr("stands for nothing"));
    EXPECT_THAT(checkFingerprintOptions({.ignore = {"/a~"}})->cause, HasSubstr("stands for nothing"));
    EXPECT_THAT(checkFingerprintOptions({.ignore = {"/\xff"}})->cause, HasSubstr("UTF-8"));
}

RC_GTEST_PROP(JsonPointer, ComesBackAsTheNameItWasMadeOf, (const std::string& name, const std::string& other))
{
    const auto tokens = pointerTokens('/' + pointerToken(name) + '/' + pointerToken(other));
    RC_ASSERT(tokens.has_value());
    RC_ASSERT(*tokens == (std::vector<std::string>{name, other}));
}

RC_GTEST_PROP(FingerprintOptions, IgnoringAFieldIsTheSameAsLeavingItOut, ())
{
    json args = *parseExactly(*anyJson());
    RC_PRE(args.is_object());
    const FingerprintOptions options{.ignore = {"/a", "/x~1y"}};
    const Fingerprint ignored = fingerprint(args, options);
    args.erase("a");
    args.erase("x/y");
    RC_ASSERT(fingerprint(args, {}) == ignored);
    RC_ASSERT(fingerprint(args, {}).fields == ignored.fields);
}

} // namespace
} // namespace idem
