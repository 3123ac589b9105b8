#pragma once

#include "core/error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace idem {

/// The key of the n-th time that one thing is done on purpose: the second refund of an order in one run is
/// `run_7:refund:1182#2`; the first, n = 1, keeps its key. The number comes from code that knows how often this
/// was granted, such as a count in the work item that is stored before the call. Never from the model: it would
/// count its own retries, and every retry would be a new action.
///
/// Different pairs of key and number never give one text: a key that already ends in # and a number is an
/// error. So are n = 0, an empty key, text that is not UTF-8 and more than KeyTemplate::longestKey bytes. In a
/// template the same number is `{$counter}`. Pure function, thread-safe.
Result<std::string> countedKey(std::string_view key, std::uint64_t n);

} // namespace idem
