#pragma once

#include "ui/shell/sheet.h"

#include <QList>
#include <QString>
#include <utility>

class QScrollArea;

namespace idem {

class ActionRegistry;

/// ?: every key of the window, made from its actions. Owned by the main window, needs the registry to outlive
/// it; GUI thread.
class KeySheet : public Sheet
{
    Q_OBJECT

public:
    KeySheet(const ActionRegistry& registry, QWidget* window);

    /// "Play" … "Space", in the order in which they are shown.
    QList<std::pair<QString, QString>> lines() const;

protected:
    QSize cardSize(const QSize& window) const override;
    void prepare() override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const ActionRegistry& m_registry;
    QScrollArea* m_scroll = nullptr;
};

} // namespace idem
