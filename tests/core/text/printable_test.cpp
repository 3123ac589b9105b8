#include "core/text/printable.h"

#include <gtest/gtest.h>

namespace idem {
namespace {

TEST(Printable, KeepsWhatPeopleWriteAndTheLineFeed)
{
    EXPECT_EQ(printable("October → acme, \u00fc\u5bb6\U0001F600\n"),
              "October → acme, \u00fc\u5bb6\U0001F600\n");
}

TEST(Printable, TakesEscapesAndTurnsOfDirectionOut)
{
    EXPECT_EQ(printable("\x1b[2J"), "\uFFFD[2J");
    EXPECT_EQ(printable("a\tb\rc\x07"), "a\uFFFDb\uFFFDc\uFFFD");
    EXPECT_EQ(printable("x\u202Ey\u2066z\u009b"), "x\uFFFDy\uFFFDz\uFFFD");
}

} // namespace
} // namespace idem
