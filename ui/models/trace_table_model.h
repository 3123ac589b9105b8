#pragma once

#include "ui/models/trace_cursor.h"

#include <cstdint>
#include <QAbstractTableModel>

namespace idem {

/// What a cell means, for whoever paints it; the word is in the text, colour only goes with it.
enum class Tone : std::uint8_t {
    Plain,
    Muted,
    Effect,
    Duplicate,
    Good,
    Bad,
    Replayed,
    InProgress,
    Conflict,
    Unknown
};

/// A table of a trace: one row for everything that happens in the whole run; rows after the playhead say so
/// with FutureRole, the others show the state at the playhead. Owned by its page; GUI thread.
class TraceTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role {
        FutureRole = Qt::UserRole + 1, ///< bool: it has not happened at the playhead
        ToneRole, ///< int of Tone
        CallRole, ///< int: the call that the row is about, -1 without one
        MomentRole, ///< qlonglong: the microsecond at which it begins
    };

    /// The cursor must outlive the model.
    explicit TraceTableModel(const TraceCursor& cursor, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// The row that is about this call, -1 where there is none.
    int rowOfCall(int call) const;
    /// How many rows have happened at the playhead.
    virtual int happenedCount() const = 0;

protected:
    virtual int count() const = 0;
    virtual QString text(int row, int column) const = 0;
    virtual Tone tone(int row, int column) const = 0;
    virtual int call(int row) const = 0;
    virtual Micros moment(int row) const = 0;
    /// A sentence for hovering; the text itself where empty.
    virtual QString explanation(int row, int column) const;
    /// The columns of the trace that is shown; asked once per trace.
    virtual QStringList columns() const = 0;
    /// The trace is another one now: drop what was worked out from the old one.
    virtual void traceChanged() { }

    bool isFuture(int row) const { return row >= happenedCount(); }
    const TraceCursor& cursor() const { return m_cursor; }
    const Trace& trace() const { return *m_cursor.trace(); }
    QString actionName(int action) const;

private:
    const TraceCursor& m_cursor;
    QStringList m_columns;
};

} // namespace idem
