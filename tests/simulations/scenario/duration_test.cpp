#include "simulations/scenario/duration.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace idem {
namespace {

TEST(Duration, ReadsEveryUnit)
{
    EXPECT_EQ(parseDuration("7us"), 7);
    EXPECT_EQ(parseDuration("500ms"), 500'000);
    EXPECT_EQ(parseDuration("2.5s"), 2'500'000);
    EXPECT_EQ(parseDuration("3m"), 180'000'000);
    EXPECT_EQ(parseDuration("24h"), 86'400'000'000);
    EXPECT_EQ(parseDuration("3d"), 259'200'000'000);
    EXPECT_EQ(parseDuration("never"), never);
}

TEST(Duration, RefusesWhatIsNone)
{
    for (const char* text : {"", "2", "s", "-2s", "2 s", "2sec", "1e3s", "+1s", "0x1s", "inf s", "nan"}) {
        EXPECT_FALSE(parseDuration(text).has_value()) << text;
    }
}

TEST(Duration, SpellsADurationSoThatItReadsBackTheSame)
{
    EXPECT_EQ(durationSpelling(2'000'000), "2s");
    EXPECT_EQ(durationSpelling(2'500'000), "2500ms");
    EXPECT_EQ(durationSpelling(86'400'000'000), "24h");
    EXPECT_EQ(durationSpelling(never), "never");
    EXPECT_TRUE(rc::check("any duration up to ten years", [] {
        const Micros duration = *rc::gen::inRange<Micros>(0, longestDuration);
        RC_ASSERT(parseDuration(durationSpelling(duration)) == duration);
    }));
}

} // namespace
} // namespace idem
