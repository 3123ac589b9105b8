#pragma once

class QKeyEvent;
class QWidget;

namespace idem {

/// Whether a plain key belongs to the control that has the keyboard and not to the transport: Space turns a
/// switch, arrows move a slider. What no control wants is the transport's.
bool claimsKey(const QWidget* focus, const QKeyEvent& key);

} // namespace idem
