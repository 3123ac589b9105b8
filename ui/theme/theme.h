#pragma once

#include <cstdint>

class QApplication;

namespace idem {

enum class Scheme : std::uint8_t { System, Light, Dark };

/// Gives the application its style, palette and icons, and keeps following the desktop while
/// the scheme is System. Call again to change the scheme; the GUI thread.
void applyScheme(QApplication& app, Scheme scheme);

/// Where no icon theme is set (offscreen, bare window managers), Breeze is used; `dark` picks its dark twin.
void applyIconTheme(bool dark);

} // namespace idem
