#include "ui/simulate/flat_header.h"

#include "ui/theme/tokens.h"

#include <QPainter>

namespace idem {

FlatHeader::FlatHeader(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(false);
    setHighlightSections(false);
    setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void FlatHeader::paintEvent(QPaintEvent* event)
{
    // Also where there is no section.
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), Colours::of(palette())[Token::SurfaceMuted]);
    painter.end();
    QHeaderView::paintEvent(event);
}

void FlatHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Colours colours = Colours::of(palette());
    painter->fillRect(rect, colours[Token::SurfaceMuted]);
    painter->setPen(colours[Token::TextMuted]);
    // As far from the border as the cells' text.
    const int margin = style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1;
    const QString text = model()->headerData(section, Qt::Horizontal).toString();
    painter->drawText(rect.adjusted(margin, 0, -margin, 0), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                      fontMetrics().elidedText(text, Qt::ElideRight, rect.width() - 2 * margin));
}

} // namespace idem
