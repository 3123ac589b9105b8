#include "tests/benchmarks/filled_table.h"
#include "tests/benchmarks/registration.h"

namespace idem {

namespace {

constexpr std::int64_t smallRows = 10'000;
constexpr double mostGrowth = 1.5;

/// Filled when the first benchmark wants them, and kept for the next: filling takes minutes where there are
/// millions.
struct Tables
{
    using Make = std::function<std::unique_ptr<FilledTable>(std::int64_t rows)>;

    explicit Tables(Make make)
        : m_make(std::move(make))
    {
    }

    FilledTable& small() { return table(m_small, smallRows); }
    FilledTable& large() { return table(m_large, rowsOfLargeTable()); }

private:
    FilledTable& table(std::unique_ptr<FilledTable>& kept, std::int64_t rows)
    {
        if (!kept) {
            kept = m_make(rows);
        }
        return *kept;
    }

    Make m_make;
    std::unique_ptr<FilledTable> m_small;
    std::unique_ptr<FilledTable> m_large;
};

std::string rowsShown(std::int64_t rows)
{
    std::string text = std::to_string(rows);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, ",");
    }
    return text;
}

void registerStore(const std::string& title, const std::string& name, Ratios& ratios, const Tables::Make& make)
{
    const auto tables = std::make_shared<Tables>(make);
    const std::string sizes = ", " + rowsShown(rowsOfLargeTable()) + " rows / " + rowsShown(smallRows);
    const auto add = [&](const std::string& what) -> Comparison& {
        return ratios.add(
            {.what = title + ", " + what + sizes, .wants = Comparison::Wants::AtMost, .target = mostGrowth});
    };
    Comparison& reserve = add("reserve + complete");
    registerComparison("ratio/" + name + "/growth/reserve_complete",
                       [tables, &reserve](benchmark::State& state) {
                           FilledTable& small = tables->small();
                           FilledTable& large = tables->large();
                           compare(state, reserve, {4, [&small] { small.reserveAndCompleteNew(4); }},
                                   {4, [&large] { large.reserveAndCompleteNew(4); }});
                       });
    Comparison& recent = add("replay of one of the last 1,000 keys");
    registerComparison("ratio/" + name + "/growth/replay_recent", [tables, &recent](benchmark::State& state) {
        FilledTable& small = tables->small();
        FilledTable& large = tables->large();
        compare(state, recent, {20, [&small] { small.replayRecent(20); }},
                {20, [&large] { large.replayRecent(20); }});
    });
    Comparison& any = add("replay of any key (what is not in memory comes from the disk)");
    any.target.reset();
    Comparison& size = add("size of a reservation with its indexes");
    size.unit = Comparison::Unit::Bytes;
    registerComparison("ratio/" + name + "/growth/replay_any", [tables, &any, &size](benchmark::State& state) {
        FilledTable& small = tables->small();
        FilledTable& large = tables->large();
        size.samples = {{small.bytesPerReservation(), large.bytesPerReservation()}};
        compare(state, any, {20, [&small] { small.replayAny(20); }}, {20, [&large] { large.replayAny(20); }});
    });
}

} // namespace

void registerGrowth(Workspace& workspace, Ratios& ratios)
{
    registerStore("SQLite", "sqlite", ratios,
                  [&workspace](std::int64_t rows) { return FilledTable::inSqlite(workspace, rows); });
    if (ScratchDatabase::available()) {
        registerStore("PostgreSQL", "postgres", ratios, FilledTable::inPostgres);
    }
}

} // namespace idem
