#pragma once

#include "ui/models/trace_table_model.h"

#include <vector>

namespace idem {

/// Everything that happened, in order, one sentence each. Owned by its page; GUI thread.
class EventsModel : public TraceTableModel
{
    Q_OBJECT

public:
    enum Column { Time, What, LayerColumn, ColumnCount };

    using TraceTableModel::TraceTableModel;
    int happenedCount() const override;

protected:
    int count() const override;
    QString text(int row, int column) const override;
    Tone tone(int row, int column) const override;
    int call(int row) const override;
    Micros moment(int row) const override;
    QStringList columns() const override;
    void traceChanged() override { m_sentences.clear(); }

private:
    const Event& at(int row) const;

    mutable std::vector<QString> m_sentences; ///< worked out when first shown
};

} // namespace idem
