#include "ui/simulate/tone_label.h"

#include <QPainter>

namespace idem {

ToneLabel::ToneLabel(Token token, QWidget* parent)
    : QLabel(parent)
    , m_token(token)
{
    setTextFormat(Qt::PlainText);
}

void ToneLabel::setToken(Token token)
{
    m_token = token;
    update();
}

void ToneLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setPen(Colours::of(palette())[m_token]);
    const int wrap = wordWrap() ? static_cast<int>(Qt::TextWordWrap) : 0;
    painter.drawText(contentsRect(), static_cast<int>(alignment()) | wrap, text());
}

} // namespace idem
