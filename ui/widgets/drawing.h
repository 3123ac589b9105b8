#pragma once

#include "ui/theme/tokens.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace idem {

/// Small things that several widgets draw the same way.
QFont smallerFont(const QFont& font, double factor = 0.87);
QFont boldFont(QFont font);

/// The ring around what the keyboard is on.
void drawFocusRing(QPainter& painter, const QRectF& rect, const Colours& colours, double radius = 4);

} // namespace idem
