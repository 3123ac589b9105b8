#pragma once

#include "ui/models/calls_model.h"
#include "ui/models/events_model.h"
#include "ui/models/ledger_model.h"
#include "ui/models/reservations_model.h"
#include "ui/models/trace_cursor.h"

#include <QTabWidget>

namespace idem {

class TraceTable;

/// The plain tables below the timeline, at the playhead. Owned by its page, needs the cursor to outlive it; GUI
/// thread.
class TraceTabs : public QTabWidget
{
    Q_OBJECT

public:
    explicit TraceTabs(const TraceCursor& cursor, QWidget* parent = nullptr);

    TraceTable* reservations() const { return m_reservations; }
    TraceTable* ledger() const { return m_ledger; }
    TraceTable* calls() const { return m_calls; }
    TraceTable* events() const { return m_events; }

    /// Shows in every table the row that is about this call; no signal.
    void showCall(int call);
    void showEventRow(int event);
    void refreshTitles();

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

Q_SIGNALS:
    void callPicked(int call);
    void momentPicked(qint64 at);

private:
    TraceTable* add(TraceTableModel& model, const QString& title, const QString& emptyText);

    const TraceCursor& m_cursor;
    ReservationsModel m_reservationsModel;
    LedgerModel m_ledgerModel;
    CallsModel m_callsModel;
    EventsModel m_eventsModel;
    TraceTable* m_reservations = nullptr;
    TraceTable* m_ledger = nullptr;
    TraceTable* m_calls = nullptr;
    TraceTable* m_events = nullptr;
};

} // namespace idem
