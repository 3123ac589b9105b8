#pragma once

#include "ui/models/trace_table_model.h"

namespace idem {

/// The reservations that the run made, in the tool's own table and at the provider. Owned by its page; GUI
/// thread.
class ReservationsModel : public TraceTableModel
{
    Q_OBJECT

public:
    enum Column { Key, Where, StateColumn, Token, Attempt, Since, Lease, Repeats, ColumnCount };

    using TraceTableModel::TraceTableModel;
    int happenedCount() const override;

protected:
    int count() const override;
    QString text(int row, int column) const override;
    Tone tone(int row, int column) const override;
    int call(int row) const override;
    Micros moment(int row) const override;
    QString explanation(int row, int column) const override;
    QStringList columns() const override;

private:
    const ReservationRow& at(int row) const;
    const ToolSpec* toolOf(const ReservationRow& row) const;
    QString leaseText(const ReservationRow& row) const;
};

} // namespace idem
