#pragma once

#include <QString>
#include <string>
#include <string_view>

/// Between UTF-8 in std::string, which the house uses everywhere, and QString, which knows Unicode. Pure
/// functions, thread-safe.
namespace idem {

/// Exactly these characters: a leading byte order mark stays (QString::fromUtf8 drops it, so that two different
/// keys would become one), bytes that are no UTF-8 become U+FFFD.
QString fromUtf8(std::string_view text);
std::string toUtf8(const QString& text);

bool isValidUtf8(std::string_view text);

/// Unicode normalisation form C; bytes that are no UTF-8 become U+FFFD.
std::string nfc(std::string_view text);

/// The order of RFC 8785: by UTF-16 code units, which differs from the order of the bytes above U+FFFF. Both
/// must be valid UTF-8.
bool lessByUtf16(std::string_view first, std::string_view second);

/// How many characters (code points) lead up to `byte`, plus one: what a person calls the column.
std::size_t columnOf(std::string_view text, std::size_t byte);

} // namespace idem
