#pragma once

#include "ui/models/trace_table_model.h"

#include <string>
#include <vector>

namespace idem {

/// The provider's ledger: every effect, with what was asked for. Owned by its page; GUI thread.
class LedgerModel : public TraceTableModel
{
    Q_OBJECT

public:
    /// The arguments stand between Action and the last two columns, which are the key and the time.
    enum Column { EffectColumn, Action, FirstArgument };

    using TraceTableModel::TraceTableModel;
    int happenedCount() const override;
    /// The argument columns' names; empty where the tools differ and one column holds them all.
    const std::vector<std::string>& arguments() const { return m_arguments; }

protected:
    int count() const override;
    QString text(int row, int column) const override;
    Tone tone(int row, int column) const override;
    int call(int row) const override;
    Micros moment(int row) const override;
    QString explanation(int row, int column) const override;
    QStringList columns() const override;

private:
    const LedgerRow& at(int row) const;
    int keyColumn() const;

    mutable std::vector<std::string> m_arguments;
};

} // namespace idem
