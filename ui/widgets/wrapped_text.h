#pragma once

#include <QRect>
#include <QString>

class QFont;
class QPainter;

namespace idem {

/// Text that wraps at words, and within one that is wider than the room: a key has no spaces.
int wrappedHeight(const QFont& font, const QString& text, int width); ///< 0 for no text
void drawWrapped(QPainter& painter, const QRect& room, const QString& text); ///< in the painter's font and pen

} // namespace idem
