#include "simulations/scenario/text_position.h"

#include <gtest/gtest.h>

namespace idem {
namespace {

const char* const text = "{\n  \"a\": [1, {\"b/c\": \"ü\", \"d\": [ ]}],\n  // note, \"x\": 1\n  \"e~\": "
                         "{\"f\": -1.5e3}, \"g\": \"\\\"}\"\n}";

TEST(TextPosition, FindsMembersAndElements)
{
    EXPECT_EQ(locate(text, "").line, 1);
    EXPECT_EQ(locate(text, "/a").line, 2);
    EXPECT_EQ(locate(text, "/a").column, 3);
    EXPECT_EQ(locate(text, "/a/0").column, 9);
    EXPECT_EQ(locate(text, "/a/1/b~1c").column, 13);
    EXPECT_EQ(locate(text, "/a/1/d").column, 25);
    EXPECT_EQ(locate(text, "/e~0/f").line, 4);
    EXPECT_EQ(locate(text, "/e~0/f").column, 10);
    EXPECT_EQ(locate(text, "/g").column, 24);
}

TEST(TextPosition, StaysAtTheNearestEnclosingValueWhenThePointerLeadsNowhere)
{
    EXPECT_EQ(locate(text, "/a/7").column, locate(text, "/a").column);
    EXPECT_EQ(locate(text, "/nothing").line, 1);
    EXPECT_EQ(locate("", "/x").line, 1);
}

TEST(TextPosition, CountsCharactersAndNotBytes)
{
    EXPECT_EQ(positionOf("üü x", 5).column, 4);
    EXPECT_EQ(positionOf("a\nb", 99).line, 2);
}

} // namespace
} // namespace idem
