#pragma once

#include <QTableView>

namespace idem {

class TraceTableModel;

/// One table of a trace: rows can be picked, copied, and gone to with Enter. Owned by its tabs; GUI thread.
class TraceTable : public QTableView
{
    Q_OBJECT

public:
    /// The model must outlive the table. `emptyText` is shown where a run has no such row.
    TraceTable(TraceTableModel& model, const QString& title, const QString& emptyText,
               QWidget* parent = nullptr);

    TraceTableModel& traceModel() const { return m_model; }
    const QString& title() const { return m_title; }
    QString tabText() const; ///< "Ledger 3", or "Ledger 1/3" while the playhead is earlier

    /// Shows the row as picked, or none for -1; no signal.
    void showRow(int row);
    void copySelection() const;

Q_SIGNALS:
    void callPicked(int call); ///< by a person
    void momentPicked(qint64 at); ///< Enter or a double click: go there

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fitColumns();

    TraceTableModel& m_model;
    QString m_title;
    QString m_emptyText;
    int m_columnCount = 0;
    bool m_showing = false; ///< the row changes by the program, not by a person
    bool m_fitting = false;
    bool m_arranged = false; ///< somebody moved a column border
};

} // namespace idem
