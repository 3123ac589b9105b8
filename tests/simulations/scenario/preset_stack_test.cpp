#include "simulations/scenario/preset_stack.h"

#include <gmock/gmock.h>

namespace idem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PresetStack stackOf(const std::vector<std::string>& ids)
{
    std::vector<Preset> chain;
    for (const std::string& id : ids) {
        chain.push_back(*findPreset(id));
    }
    return stack(chain);
}

TEST(PresetStack, MultipliesTheTriesOfTheThreeChainsOfTheSource)
{
    EXPECT_EQ(stackOf({"slack-events", "inngest", "openai-py"}).worst, 60U);
    EXPECT_EQ(stackOf({"github-hook", "langgraph", "axios-retry"}).worst, 12U);
    EXPECT_EQ(stackOf({"eventbridge", "lambda-async", "lambda-sync-boto"}).worst, 2790U);
    EXPECT_THAT(stackOf({"slack-events", "inngest", "openai-py"}).remarks, IsEmpty());
}

TEST(PresetStack, SaysTheProductInOneLine)
{
    EXPECT_EQ(sentence(stackOf({"slack-events", "inngest", "openai-py"})),
              "slack-events × inngest × openai-py = 4 × 5 × 3 = 60");
    EXPECT_EQ(sentence(stackOf({"openai-py"})), "openai-py = 3");
}

TEST(PresetStack, HasNoLimitWhereOneOfTheLayersHasNone)
{
    const PresetStack endless = stackOf({"slack-events", "temporal", "openai-py"});
    EXPECT_EQ(endless.worst, std::nullopt);
    EXPECT_EQ(endless.counted, 12U);
    EXPECT_EQ(sentence(endless), "slack-events × temporal × openai-py = 4 × no limit × 3 = no limit");
    EXPECT_THAT(endless.remarks, ElementsAre(HasSubstr("temporal has no limit of tries")));
}

TEST(PresetStack, SaysThatTwoOfOneLayerMultiplyAsWell)
{
    const PresetStack two = stackOf({"openai-py", "urllib3"});
    EXPECT_EQ(two.worst, 12U);
    EXPECT_THAT(two.remarks, ElementsAre(HasSubstr("openai-py and urllib3 are of the same layer, sdk")));
}

TEST(PresetStack, SaysWhichOrderIsFromTheOutsideIn)
{
    const PresetStack inverted = stackOf({"openai-py", "slack-events"});
    EXPECT_EQ(inverted.worst, 12U);
    EXPECT_THAT(inverted.remarks, ElementsAre(HasSubstr("From the outside in it is slack-events × openai-py")));
}

TEST(PresetStack, StopsCountingBeforeTheNumberOverflows)
{
    const PresetStack many = stackOf(std::vector<std::string>(40, "eventbridge"));
    EXPECT_EQ(many.worst, mostCounted);
    EXPECT_THAT(sentence(many), testing::EndsWith("= more than 1000000000000000"));
}

TEST(PresetStack, OfNothingIsASingleTry)
{
    EXPECT_EQ(stack({}).worst, 1U);
}

} // namespace
} // namespace idem
