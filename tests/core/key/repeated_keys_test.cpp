#include "core/key/lint.h"
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

std::vector<std::string> found(std::string_view first, std::string_view second)
{
    return shortly(lintRepeatedKeys(first, second));
}

TEST(RepeatedKeys, DifferInATokenThatIsMintedAnew)
{
    EXPECT_THAT(found("c1_tokA", "c1_tokB"), ElementsAre("warning ephemeral_part 4"));
    EXPECT_THAT(found("pay:c1:tokA:eur", "pay:c1:tokB:eur"), ElementsAre("warning ephemeral_part 8"));
    EXPECT_THAT(lintRepeatedKeys("c1_tokA", "c1_tokB").front().cause,
                HasSubstr("differ only in \"tokA\" and \"tokB\", which is minted anew"));
}

TEST(RepeatedKeys, DifferInWhatNeverStays)
{
    EXPECT_THAT(found("refund:1182:call_a", "refund:1182:call_b"), ElementsAre("error ephemeral_part 13"));
    EXPECT_THAT(found("a:2026-10-05T14:30:00Z", "a:2026-10-05T14:30:07Z"),
                ElementsAre("error ephemeral_part 3"));
    EXPECT_THAT(found("a:1764937800123", "a:1764937807456"), ElementsAre("error ephemeral_part 3"));
    EXPECT_THAT(found("550e8400-e29b-41d4-a716-446655440000", "0b1c8400-e29b-41d4-a716-446655440001"),
                ElementsAre("error ephemeral_part 1"));
    EXPECT_THAT(lintRepeatedKeys("550e8400-e29b-41d4-a716-446655440000", "0b1c8400-e29b-41d4-a716-446655440001")
                    .front()
                    .cure,
                HasSubstr("Make the key once"));
}

TEST(RepeatedKeys, AreLeftAloneWhereTheyMayNameTwoThings)
{
    EXPECT_THAT(found("invoice:acme:2026-10", "invoice:acme:2026-10"), IsEmpty());
    EXPECT_THAT(found("invoice:acme:2026-10", "invoice:acme:2026-11"), IsEmpty());
    EXPECT_THAT(found("invoice:acme:2026-10", "invoice:acme:2027-01"), IsEmpty());
    EXPECT_THAT(found("order:1182", "order:1183"), IsEmpty());
    EXPECT_THAT(found("order:a:b", "order:c:d"), IsEmpty());
    EXPECT_THAT(found("order", "invoice"), IsEmpty());
    EXPECT_THAT(found("c1", "c1_tokA"), IsEmpty());
    EXPECT_THAT(found("", ""), IsEmpty());
    EXPECT_THAT(found("", "a"), IsEmpty());
}

RC_GTEST_PROP(RepeatedKeys, PointIntoTheFirstKeyWhateverTheyAre, ())
{
    const auto text
        = rc::gen::oneOf(rc::gen::arbitrary<std::string>(), anyText(),
                         rc::gen::container<std::string>(rc::gen::element(':', '_', '-', 'a', 'b', '1', 'W')));
    const std::string first = *text;
    const std::string second
        = *rc::gen::oneOf(text, rc::gen::map(text, [first](const std::string& end) { return first + end; }));
    for (const KeyFinding& each : lintRepeatedKeys(first, second)) {
        const std::size_t column = std::stoul(each.place.substr(std::string("key, column ").size()));
        RC_ASSERT(column >= 1U);
        RC_ASSERT(column <= columnOf(first, first.size()));
        RC_ASSERT(isValidUtf8(each.cause));
        RC_ASSERT(first != second);
    }
}

} // namespace
} // namespace idem
