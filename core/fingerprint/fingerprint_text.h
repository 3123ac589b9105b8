#pragma once

#include "core/fingerprint/fingerprint.h"

namespace idem {

/// What fingerprintFromText() gives, by way of a JSON parser: for text that was written in another way, and for
/// the tests that hold the fast way against it. Pure function, thread-safe.
Fingerprint fingerprintFromAnyText(std::string_view text);

} // namespace idem
