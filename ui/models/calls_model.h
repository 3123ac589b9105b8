#pragma once

#include "ui/models/trace_table_model.h"

namespace idem {

/// Every call of the run, in the order in which they start. Owned by its page; GUI thread.
class CallsModel : public TraceTableModel
{
    Q_OBJECT

public:
    enum Column { Id, LayerColumn, Action, Why, Start, End, AnswerColumn, After, ColumnCount };

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
    const CallRow& at(int row) const;
};

} // namespace idem
