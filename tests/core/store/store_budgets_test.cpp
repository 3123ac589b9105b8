#include "tests/core/store/store_under_test.h"

#include <atomic>
#include <barrier>
#include <gmock/gmock.h>
#include <thread>

// Budgets and approvals on every store: counted in the same atomic step as the reservation.
namespace idem {
namespace {

constexpr auto scope = "refunds:order:1182";

class StoreBudgets : public OnEveryStore
{
protected:
    static ReserveRequest refund(const std::string& key, std::int64_t cents, std::int64_t limit = 5000)
    {
        ReserveRequest request = invoice(key);
        request.budget = Budget{scope, cents, limit};
        return request;
    }
    Reserved reserve(const ReserveRequest& request, TimePoint now = start, const Policy& policy = reconciling)
    {
        return must(m_store->reserve(request, policy, now));
    }
    std::int64_t used() { return must(m_place->open()->budgetUsed(scope)); }
};

INSTANTIATE_TEST_SUITE_P(Stores, StoreBudgets, testing::ValuesIn(everyKind()), nameOf);

TEST_P(StoreBudgets, HoldTheCapOverActionsThatNoKeyConnects)
{
    EXPECT_EQ(reserve(refund("refund:1182:42", 4200)).decision.answer, Answer::Started);
    const Reserved second = reserve(refund("refund:1182:41", 4100));
    EXPECT_EQ(second.decision, (Decision{.answer = Answer::Rejected, .refusal = Refusal::OverBudget}));
    EXPECT_EQ(second.record.key, "refund:1182:41");
    EXPECT_EQ(must(m_store->find("refund:1182:41")), std::nullopt);
    EXPECT_EQ(used(), 4200);
    EXPECT_EQ(reserve(refund("refund:1182:8", 800)).decision.answer, Answer::Started);
    EXPECT_EQ(used(), 5000);
    EXPECT_EQ(reserve(refund("refund:1182:0.01", 1)).decision.answer, Answer::Rejected);
}

TEST_P(StoreBudgets, CountARepeatOnce)
{
    const Reserved first = reserve(refund("r", 3000));
    EXPECT_EQ(reserve(refund("r", 3000)).decision.answer, Answer::InProgress);
    must(m_store->finish(first.record, Outcome::Done, "refunded", start));
    EXPECT_EQ(reserve(refund("r", 3000)).decision.answer, Answer::Replayed);
    EXPECT_EQ(used(), 3000);
}

TEST_P(StoreBudgets, GiveBackWhatHadNoEffectAndKeepWhatMayHaveHadOne)
{
    const Reserved failed = reserve(refund("a", 3000));
    must(m_store->finish(failed.record, Outcome::FailedBefore, {}, start));
    EXPECT_EQ(used(), 0);
    must(m_store->finish(reserve(refund("refused", 2000)).record, Outcome::FailedForGood, {}, start));
    EXPECT_EQ(used(), 0);
    EXPECT_EQ(reserve(refund("a", 3500)).decision.answer, Answer::Started);
    EXPECT_EQ(used(), 3500);

    const Reserved unknown = reserve(refund("b", 1000));
    must(m_store->finish(unknown.record, Outcome::Unknown, {}, start));
    EXPECT_EQ(used(), 4500);
    must(m_store->settle("b", unknown.record.token, Probe::DidNotHappen, {}, start + 31s));
    EXPECT_EQ(used(), 3500);
    const Reserved happened = reserve(refund("c", 1500));
    must(m_store->settle("c", happened.record.token, Probe::Happened, {}, start + 31s));
    EXPECT_EQ(used(), 5000);
}

TEST_P(StoreBudgets, RejectASecondTryThatNoLongerFits)
{
    const Reserved failed = reserve(refund("a", 3000));
    must(m_store->finish(failed.record, Outcome::FailedBefore, {}, start));
    reserve(refund("b", 4000));
    const Reserved again = reserve(refund("a", 3000));
    EXPECT_EQ(again.decision.answer, Answer::Rejected);
    EXPECT_EQ(again.record.state, State::FailedBefore);
    EXPECT_EQ(used(), 4000);
}

TEST_P(StoreBudgets, CountAnAttemptThatIsTakenOverOnce)
{
    reserve(refund("a", 4000));
    EXPECT_EQ(reserve(refund("a", 4500), start + 31s, takingOver).decision.answer, Answer::Started);
    EXPECT_EQ(used(), 4500);
}

TEST_P(StoreBudgets, KeepCountingWhatWasDropped)
{
    const Reserved first = reserve(refund("a", 3000));
    must(m_store->finish(first.record, Outcome::Done, {}, start));
    EXPECT_EQ(reserve(refund("a", 2500), start + 25h).decision.answer, Answer::Rejected)
        << "the first one happened";
    EXPECT_EQ(reserve(refund("a", 2000), start + 25h).decision.finding, Finding::ReusedAfterRetention);
    EXPECT_EQ(used(), 5000);
}

TEST_P(StoreBudgets, RefuseAmountsThatCannotBe)
{
    EXPECT_EQ(m_store->reserve(refund("a", -1), reconciling, start).error().place, "budget");
    EXPECT_EQ(m_store->reserve(refund("a", 1, -1), reconciling, start).error().place, "budget");
    ReserveRequest nameless = refund("a", 1);
    nameless.budget->scope.clear();
    EXPECT_EQ(m_store->reserve(nameless, reconciling, start).error().place, "budget");
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(reserve(refund("a", most, most)).decision.answer, Answer::Started);
    EXPECT_EQ(reserve(refund("b", most, most)).decision.answer, Answer::Rejected);
    EXPECT_EQ(used(), most);
}

TEST_P(StoreBudgets, AreNeverExceededByARace)
{
    constexpr int callers = 6;
    std::barrier together(callers);
    std::atomic<int> started{0};
    std::vector<std::thread> running;
    for (int caller = 0; caller < callers; ++caller) {
        running.emplace_back([&, caller] {
            const auto store = m_place->open();
            for (int round = 0; round < 5; ++round) {
                together.arrive_and_wait();
                const std::string key = std::to_string(caller) + ":" + std::to_string(round);
                started += must(store->reserve(refund(key, 400), reconciling, start)).decision.answer
                        == Answer::Started
                    ? 1
                    : 0;
            }
        });
    }
    for (std::thread& each : running) {
        each.join();
    }
    EXPECT_EQ(started, 12) << "twelve of 400 fit into 5000";
    EXPECT_EQ(used(), 4800);
}

TEST_P(StoreBudgets, LetAnIrreversibleActionStartOnlyWhenSomebodyApprovedIt)
{
    ReserveRequest request = invoice();
    request.approval.needed = true;
    const Reserved refused = reserve(request);
    EXPECT_EQ(refused.decision, (Decision{.answer = Answer::Rejected, .refusal = Refusal::NeedsApproval}));
    EXPECT_EQ(must(m_store->find(request.key)), std::nullopt);

    ReserveRequest approved = request;
    approved.approval.by = "Ada";
    const Reserved first = reserve(approved);
    EXPECT_EQ(first.decision.answer, Answer::Started);
    EXPECT_EQ(must(m_store->find(request.key))->approvedBy, "Ada");

    // A repeat of an approved action needs no second approval, whatever became of the first.
    EXPECT_EQ(reserve(request).decision.answer, Answer::InProgress);
    must(m_store->finish(first.record, Outcome::FailedBefore, {}, start));
    const Reserved again = reserve(request);
    EXPECT_EQ(again.decision.answer, Answer::Started);
    EXPECT_EQ(again.record.approvedBy, "Ada");
    must(m_store->finish(again.record, Outcome::Done, {}, start));
    EXPECT_EQ(reserve(request).decision.answer, Answer::Replayed);
    EXPECT_EQ(reserve(request, start + 25h).decision.answer, Answer::Rejected)
        << "after retention it is a new action";
}

} // namespace
} // namespace idem
