#pragma once

#include <QHeaderView>

namespace idem {

/// The head of a table without lines and boxes, in the theme's colours. Owned by its table; GUI thread.
class FlatHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit FlatHeader(QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace idem
