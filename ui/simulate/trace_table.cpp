#include "ui/simulate/trace_table.h"

#include "ui/models/trace_table_model.h"
#include "ui/simulate/flat_header.h"
#include "ui/simulate/trace_delegate.h"
#include "ui/theme/tokens.h"

#include <algorithm>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <vector>

namespace idem {

namespace {

/// A column is measured by so many rows; all rows of a long run would take seconds.
constexpr int measuredRows = 200;

} // namespace

TraceTable::TraceTable(TraceTableModel& model, const QString& title, const QString& emptyText, QWidget* parent)
    : QTableView(parent)
    , m_model(model)
    , m_title(title)
    , m_emptyText(emptyText)
{
    setAccessibleName(title);
    setModel(&model);
    setItemDelegate(new TraceDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 9);
    setHorizontalHeader(new FlatHeader(this));
    horizontalHeader()->setResizeContentsPrecision(measuredRows);
    horizontalHeader()->setStretchLastSection(true);
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        // A run with the same columns keeps the widths that somebody gave them.
        m_arranged = m_arranged && m_columnCount == m_model.columnCount();
        m_columnCount = m_model.columnCount();
        if (!m_arranged) {
            fitColumns();
        }
    });
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] {
        m_arranged = m_arranged || (!m_fitting && QGuiApplication::mouseButtons() != Qt::NoButton);
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_showing && current.isValid()) {
                    Q_EMIT callPicked(current.data(TraceTableModel::CallRole).toInt());
                }
            });
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        Q_EMIT momentPicked(index.data(TraceTableModel::MomentRole).toLongLong());
    });
}

QString TraceTable::tabText() const
{
    const int all = m_model.rowCount();
    const int happened = all == 0 ? 0 : m_model.happenedCount();
    return happened == all ? tr("%1 %2").arg(m_title).arg(all)
                           : tr("%1 %2/%3").arg(m_title).arg(happened).arg(all);
}

void TraceTable::showRow(int row)
{
    const QScopedValueRollback<bool> showing(m_showing, true);
    if (row < 0 || row >= m_model.rowCount()) {
        setCurrentIndex({});
        clearSelection();
        return;
    }
    const int column = std::max(0, currentIndex().column());
    setCurrentIndex(m_model.index(row, column));
    scrollTo(m_model.index(row, 0));
}

void TraceTable::fitColumns()
{
    const QScopedValueRollback<bool> fitting(m_fitting, true);
    const int columns = m_model.columnCount();
    const int letter = fontMetrics().averageCharWidth();
    std::vector<int> widths;
    int total = 0;
    for (int column = 0; column < columns; ++column) {
        widths.push_back(std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column))
                         + letter * 2);
        total += widths.back();
    }
    // Where there is too little room the widest columns give way, so that the last one stays in sight; the text
    // that is cut off is in the tool tip.
    // The first column says which row it is, and whether it is a duplicate: that word is never cut off.
    while (total > viewport()->width() && widths.size() > 1) {
        const auto widest = std::max_element(widths.begin() + 1, widths.end());
        if (*widest <= letter * 14) {
            break;
        }
        const int less = std::min(letter, total - viewport()->width());
        *widest -= less;
        total -= less;
    }
    for (int column = 0; column < columns; ++column) {
        setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
    }
}

void TraceTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    // Until somebody moves a column border, the columns follow the window.
    if (!m_arranged && event->oldSize().width() != event->size().width()) {
        fitColumns();
    }
}

void TraceTable::copySelection() const
{
    if (!currentIndex().isValid()) {
        return;
    }
    QStringList heads;
    QStringList cells;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        heads << m_model.headerData(column, Qt::Horizontal).toString();
        cells << m_model.index(currentIndex().row(), column).data().toString();
    }
    QGuiApplication::clipboard()->setText(heads.join(QLatin1Char('\t')) + QLatin1Char('\n')
                                          + cells.join(QLatin1Char('\t')) + QLatin1Char('\n'));
}

void TraceTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        Q_EMIT momentPicked(currentIndex().data(TraceTableModel::MomentRole).toLongLong());
    } else {
        QTableView::keyPressEvent(event);
    }
}

void TraceTable::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = indexAt(viewport()->mapFrom(this, event->pos()));
    if (!index.isValid()) {
        return;
    }
    setCurrentIndex(index);
    QMenu menu(this);
    menu.addAction(tr("Go to this moment"), this, [this, index] {
        Q_EMIT momentPicked(index.data(TraceTableModel::MomentRole).toLongLong());
    });
    menu.addAction(tr("Copy row"), this, &TraceTable::copySelection);
    menu.exec(event->globalPos());
}

void TraceTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const int rows = m_model.rowCount();
    const bool future = rows > 0 && m_model.happenedCount() < rows;
    if (rows > 0 && !future) {
        return;
    }
    const QString said = m_model.columnCount() == 0 ? tr("Running…")
        : future                                    ? tr("Rows after the playhead are dimmed.")
                                                    : m_emptyText;
    const int margin = fontMetrics().height();
    const int below = rows == 0 ? 0 : visualRect(m_model.index(rows - 1, 0)).bottom();
    QPainter painter(viewport());
    painter.setPen(Colours::of(palette())[Token::TextMuted]);
    painter.drawText(viewport()->rect().adjusted(margin / 2, below + margin / 2, -margin / 2, 0),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, said);
}

} // namespace idem
