#include "ui/simulate/trace_tabs.h"

#include "ui/simulate/flat_tab_bar.h"
#include "ui/simulate/trace_table.h"
#include "ui/theme/tokens.h"

#include <algorithm>
#include <array>
#include <QPainter>

namespace idem {

TraceTabs::TraceTabs(const TraceCursor& cursor, QWidget* parent)
    : QTabWidget(parent)
    , m_cursor(cursor)
    , m_reservationsModel(cursor)
    , m_ledgerModel(cursor)
    , m_callsModel(cursor)
    , m_eventsModel(cursor)
{
    setTabBar(new FlatTabBar(this));
    setDocumentMode(true);
    setAccessibleName(tr("Tables"));
    tabBar()->setAccessibleName(tr("Tables"));
    m_reservations = add(m_reservationsModel, tr("Reservations"),
                         tr("No reservation was made: nothing can tell a repeat from a new request."));
    m_ledger = add(m_ledgerModel, tr("Ledger"), tr("No effect happened in this run."));
    m_calls = add(m_callsModel, tr("Calls"), tr("No call was made in this run."));
    m_events = add(m_eventsModel, tr("Events"), tr("Nothing happened in this run."));
    setCurrentWidget(m_ledger);
    refreshTitles();
    // After the models: they were connected first, so their rows are already those of the new moment.
    connect(&cursor, &TraceCursor::reset, this, &TraceTabs::refreshTitles);
    connect(&cursor, &TraceCursor::moved, this, &TraceTabs::refreshTitles);
}

TraceTable* TraceTabs::add(TraceTableModel& model, const QString& title, const QString& emptyText)
{
    auto* table = new TraceTable(model, title, emptyText, this);
    addTab(table, title);
    connect(table, &TraceTable::callPicked, this, &TraceTabs::callPicked);
    connect(table, &TraceTable::momentPicked, this, &TraceTabs::momentPicked);
    return table;
}

void TraceTabs::showCall(int call)
{
    // The table that somebody walks through keeps its own row: several events belong to one call.
    for (TraceTable* table : std::array{m_reservations, m_ledger, m_calls, m_events}) {
        const QModelIndex current = table->currentIndex();
        const bool alreadyThere
            = call >= 0 && current.isValid() && current.data(TraceTableModel::CallRole).toInt() == call;
        if (!alreadyThere) {
            table->showRow(table->traceModel().rowOfCall(call));
        }
    }
}

void TraceTabs::showEventRow(int event)
{
    m_events->showRow(event);
}

void TraceTabs::refreshTitles()
{
    for (TraceTable* table : std::array{m_reservations, m_ledger, m_calls, m_events}) {
        setTabText(indexOf(table), table->tabText());
        table->viewport()->update();
    }
}

void TraceTabs::paintEvent(QPaintEvent* /*event*/)
{
    // Without the frame and the line that a style draws around pages.
    QPainter painter(this);
    painter.fillRect(rect(), Colours::of(palette())[Token::Surface]);
}

QSize TraceTabs::sizeHint() const
{
    return {600, fontMetrics().height() * 15};
}

} // namespace idem
