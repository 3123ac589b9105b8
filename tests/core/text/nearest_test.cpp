#include "core/text/nearest.h"

#include <gtest/gtest.h>

namespace idem {
namespace {

const std::vector<std::string> words = {"trim", "lower", "upper", "nfc", "digits", "date"};

TEST(Nearest, FindsWhatWasMeant)
{
    EXPECT_EQ(nearest("lowr", words), "lower");
    EXPECT_EQ(nearest("TRIM", words), "trim");
    EXPECT_EQ(nearest("digit", words), "digits");
}

TEST(Nearest, IsSilentWhereNothingIsClose)
{
    EXPECT_EQ(nearest("reverse", words), "");
    EXPECT_EQ(nearest("", words), "");
    EXPECT_EQ(nearest("trim", {}), "");
    EXPECT_EQ(nearest(std::string(100'000, 'a'), words), "");
}

TEST(Nearest, JoinsWordsWithCommas)
{
    EXPECT_EQ(joined({}), "");
    EXPECT_EQ(joined({"a"}), "a");
    EXPECT_EQ(joined({"a", "b"}), "a, b");
}

} // namespace
} // namespace idem
