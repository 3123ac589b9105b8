#pragma once

#include <string>
#include <string_view>

namespace idem {

/// Text for a terminal: every control character but the line feed, and every sign that turns the direction of
/// writing, becomes U+FFFD, so that a file can't move the cursor, hide a line or reverse it. Pure, thread-safe.
std::string printable(std::string_view text);

} // namespace idem
