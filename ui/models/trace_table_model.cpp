#include "ui/models/trace_table_model.h"

namespace idem {

TraceTableModel::TraceTableModel(const TraceCursor& cursor, QObject* parent)
    : QAbstractTableModel(parent)
    , m_cursor(cursor)
{
    connect(&cursor, &TraceCursor::aboutToReset, this, [this] { beginResetModel(); });
    connect(&cursor, &TraceCursor::reset, this, [this] {
        m_columns = m_cursor.trace() ? columns() : QStringList();
        traceChanged();
        endResetModel();
    });
    connect(&cursor, &TraceCursor::moved, this, [this] {
        if (count() > 0) {
            Q_EMIT dataChanged(index(0, 0), index(count() - 1, static_cast<int>(m_columns.size()) - 1));
        }
    });
}

int TraceTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_cursor.trace() ? 0 : count();
}

int TraceTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant TraceTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole: {
        const QString sentence = explanation(row, index.column());
        return sentence.isEmpty() ? text(row, index.column()) : sentence;
    }
    case Qt::AccessibleDescriptionRole:
        return isFuture(row) ? tr("after the playhead") : QString();
    case FutureRole:
        return isFuture(row);
    case ToneRole:
        return static_cast<int>(tone(row, index.column()));
    case CallRole:
        return call(row);
    case MomentRole:
        return static_cast<qlonglong>(moment(row));
    default:
        return {};
    }
}

QVariant TraceTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size()) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return m_columns.at(section);
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter);
    }
    return {};
}

int TraceTableModel::rowOfCall(int wanted) const
{
    for (int row = 0; wanted >= 0 && row < rowCount(); ++row) {
        if (call(row) == wanted) {
            return row;
        }
    }
    return -1;
}

QString TraceTableModel::explanation(int /*row*/, int /*column*/) const
{
    return {};
}

QString TraceTableModel::actionName(int action) const
{
    const auto& actions = trace().scenario->actions;
    if (action < 0 || static_cast<std::size_t>(action) >= actions.size()) {
        return QStringLiteral("—");
    }
    return QString::fromStdString(actions[static_cast<std::size_t>(action)].name);
}

} // namespace idem
