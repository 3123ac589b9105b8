#include "core/reservation/history.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

HistoryEvent event(int second, std::string what, std::string who = "worker 1")
{
    return {TimePoint(Milliseconds(second * 1000)), std::move(what), 1, std::move(who), {}};
}

TEST(History, GivesBackWhatWasAdded)
{
    History history;
    EXPECT_THAT(history.events(), IsEmpty());
    history.add(event(1, "reserved"));
    history.add({TimePoint(Milliseconds(-5)), "released", 3, "Ada", "not at the provider"});
    EXPECT_THAT(
        history.events(),
        ElementsAre(event(1, "reserved"),
                    HistoryEvent{TimePoint(Milliseconds(-5)), "released", 3, "Ada", "not at the provider"}));
    EXPECT_EQ(History(history.text()).events(), history.events());
}

TEST(History, CountsTheHeartbeatsOfOneHolderAsOneEvent)
{
    History history;
    history.add(event(1, "reserved"));
    for (int i = 2; i < 1000; ++i) {
        history.add(event(i, "renewed"));
    }
    history.add(event(1000, "renewed", "worker 2"));
    EXPECT_THAT(history.events(),
                ElementsAre(event(1, "reserved"), event(999, "renewed"), event(1000, "renewed", "worker 2")));
}

TEST(History, KeepsTheFirstEventAndTheLast)
{
    History history;
    for (int i = 0; i < 100; ++i) {
        history.add(event(i, i == 0 ? "reserved" : "reserved_again"));
    }
    const auto events = history.events();
    EXPECT_THAT(events, SizeIs(History::mostEvents));
    EXPECT_EQ(events.front(), event(0, "reserved"));
    EXPECT_EQ(events[1], event(100 - static_cast<int>(History::mostEvents) + 1, "reserved_again"));
    EXPECT_EQ(events.back(), event(99, "reserved_again"));
}

TEST(History, CutsLongTextAtACharacter)
{
    History history;
    std::string longName(History::longestText - 1, 'a');
    history.add(event(1, "reserved", longName + "\u00e9\u00e9"));
    EXPECT_EQ(history.events().front().who, longName);
}

TEST(History, LeavesOutLinesThatCannotBeRead)
{
    EXPECT_THAT(
        History("nonsense\n1\treserved\t1\tw\t\nx\treserved\t1\tw\t\n1\treserved\t-1\tw\t\n2\t\t1").events(),
        ElementsAre(HistoryEvent{TimePoint(Milliseconds(1)), "reserved", 1, "w", ""}));
}

RC_GTEST_PROP(History, TakesAnyTextAndStaysBounded, (const std::vector<std::string>& texts))
{
    History history;
    for (const std::string& text : texts) {
        history.add({TimePoint(Milliseconds(1)), "released", 2, text, text});
    }
    RC_ASSERT(history.events().size() == std::min(texts.size(), History::mostEvents));
    RC_ASSERT(History(history.text()).events() == history.events());
    RC_ASSERT(history.text().size() <= History::mostEvents * (2 * History::longestText + 60));
}

} // namespace
} // namespace idem
