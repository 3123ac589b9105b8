#pragma once

#include "ui/shell/sheet.h"

class QLabel;
class QLineEdit;
class QListView;

namespace idem {

class ActionRegistry;
class CommandListModel;

/// Ctrl+K: type a few letters of an action and run it. Owned by the main window, needs the registry to outlive
/// it; GUI thread.
class CommandPalette : public Sheet
{
    Q_OBJECT

public:
    CommandPalette(const ActionRegistry& registry, QWidget* window);

    QLineEdit* input() const { return m_input; }
    QListView* list() const { return m_list; }
    QString message() const;

protected:
    QSize cardSize(const QSize& window) const override;
    void prepare() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& typed);
    void runCurrent();
    void explainCurrent();
    void moveBy(int rows);

    CommandListModel* m_model = nullptr;
    QLineEdit* m_input = nullptr;
    QListView* m_list = nullptr;
    QLabel* m_message = nullptr;
};

} // namespace idem
