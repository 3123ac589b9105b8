#pragma once

#include "simulations/run/trace.h"
#include "simulations/run/verdict.h"

#include <QImage>
#include <QSize>

namespace idem {

/// A run as a picture for a document or a slide: title, variant, verdict, timeline, legend. Needs a
/// QGuiApplication, no window. The height grows where the lanes do not fit.
QImage renderPicture(const Trace& trace, const Verdict& verdict, QSize size, bool dark);

} // namespace idem
