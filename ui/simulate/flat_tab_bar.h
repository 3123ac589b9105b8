#pragma once

#include <QTabBar>

namespace idem {

/// Tabs as words with a line below the chosen one, in the theme's colours. Owned by its tab widget; GUI thread.
class FlatTabBar : public QTabBar
{
    Q_OBJECT

public:
    explicit FlatTabBar(QWidget* parent = nullptr);

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void paintEvent(QPaintEvent* event) override;
};

} // namespace idem
