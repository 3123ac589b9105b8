#include "core/key/counted_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using testing::HasSubstr;

std::string errorOf(std::string_view key, std::uint64_t n)
{
    const Result<std::string> counted = countedKey(key, n);
    return counted ? "no error: " + *counted : counted.error().text();
}

TEST(CountedKey, IsTheKeyItselfTheFirstTime)
{
    EXPECT_EQ(*countedKey("run_7:refund:1182", 1), "run_7:refund:1182");
    EXPECT_EQ(*countedKey("run_7:refund:1182", 2), "run_7:refund:1182#2");
    EXPECT_EQ(*countedKey("k", std::numeric_limits<std::uint64_t>::max()), "k#18446744073709551615");
}

TEST(CountedKey, RefusesWhatCouldBeAnotherCountedKey)
{
    EXPECT_THAT(errorOf("refund:1182#2", 1), HasSubstr("key, column 12: the key already ends in #"));
    EXPECT_THAT(errorOf("refund:1182#2", 3), HasSubstr("already ends in #"));
    EXPECT_EQ(*countedKey("issue#", 2), "issue##2");
    EXPECT_EQ(*countedKey("issue#4:close", 2), "issue#4:close#2");
    EXPECT_EQ(*countedKey("2026", 2), "2026#2");
}

TEST(CountedKey, RefusesZeroAndWhatIsNoKey)
{
    EXPECT_THAT(errorOf("k", 0), HasSubstr("Count from 1"));
    EXPECT_THAT(errorOf("", 1), HasSubstr("is empty"));
    EXPECT_THAT(errorOf("\xff", 1), HasSubstr("UTF-8"));
    EXPECT_THAT(errorOf(std::string(254, 'k'), 2), HasSubstr("256 bytes"));
    EXPECT_EQ(countedKey(std::string(255, 'k'), 1)->size(), 255U);
}

RC_GTEST_PROP(CountedKey, IsAnotherForEveryKeyAndNumber, ())
{
    const auto key = rc::gen::container<std::string>(rc::gen::element('#', '1', '2', 'k'));
    const auto number
        = rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(1, 23), rc::gen::arbitrary<std::uint64_t>());
    const auto one = *rc::gen::pair(key, number);
    const auto other = *rc::gen::pair(key, number);
    const Result<std::string> a = countedKey(one.first, one.second);
    const Result<std::string> b = countedKey(other.first, other.second);
    if (a && b) {
        RC_ASSERT((one == other) == (*a == *b));
    }
}

} // namespace
} // namespace idem
