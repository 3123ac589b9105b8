#include "core/store/cas_store.h"

#include "tests/core/store/store_under_test.h"

#include <gmock/gmock.h>

namespace idem {
namespace {

/// A store in which somebody else is always faster, or that contradicts itself.
class Contested final : public CasStore
{
public:
    explicit Contested(int lost)
        : m_lost(lost)
    {
    }
    int asked = 0;
    std::optional<Reservation> record;
    std::optional<Error> broken;

    Result<std::size_t> prune(TimePoint, std::size_t) override { return std::size_t{0}; }
    Result<std::int64_t> budgetUsed(const std::string&) override { return std::int64_t{0}; }
    std::optional<Error> together(const std::function<Result<bool>()>& work) override
    {
        const Result<bool> keep = work();
        return keep ? std::nullopt : std::optional(keep.error());
    }

protected:
    Result<std::optional<Reservation>> read(const std::string&) override { return record; }
    Result<std::optional<Reservation>> insert(Reservation next) override { return write(std::move(next)); }
    Result<std::optional<Reservation>> replace(const Reservation&, Reservation next, Token,
                                               const std::vector<BudgetChange>&) override
    {
        return write(std::move(next));
    }

private:
    Result<std::optional<Reservation>> write(Reservation next)
    {
        if (broken) {
            return *broken;
        }
        return ++asked <= m_lost ? std::optional<Reservation>() : std::optional(std::move(next));
    }
    int m_lost;
};

TEST(CasStore, BeginsAgainUntilItWins)
{
    Contested store(7);
    EXPECT_EQ(must(store.reserve(invoice(), reconciling, start)).decision.answer, Answer::Started);
    EXPECT_EQ(store.asked, 8);
    store.record = created(invoice(), start);
    EXPECT_EQ(must(store.finish("k", 0, Outcome::Done, "x", start)).finish, Finish::Applied);
}

TEST(CasStore, GivesUpOnAStoreThatContradictsItself)
{
    Contested store(std::numeric_limits<int>::max());
    const auto reserved = store.reserve(invoice(), reconciling, start);
    ASSERT_FALSE(reserved.ok());
    EXPECT_THAT(reserved.error().text(), testing::HasSubstr("nothing was changed"));
    store.record = created(invoice(), start);
    EXPECT_FALSE(store.finish("k", 0, Outcome::Done, "x", start).ok());
}

TEST(CasStore, PassesTheErrorOfAWriteOn)
{
    Contested store(0);
    store.broken = Error{.place = "disk", .cause = "full", .cure = {}};
    EXPECT_EQ(store.reserve(invoice(), reconciling, start).error(), *store.broken);
    store.record = created(invoice(), start);
    EXPECT_EQ(store.finish("k", 0, Outcome::Done, "x", start).error(), *store.broken);
}

} // namespace
} // namespace idem
