#pragma once

#include "ui/shell/sheet.h"

namespace idem {

/// What this program is and which version. Owned by the main window; GUI thread.
class AboutSheet : public Sheet
{
    Q_OBJECT

public:
    explicit AboutSheet(QWidget* window);

protected:
    QSize cardSize(const QSize& window) const override;
    void prepare() override { }
};

} // namespace idem
