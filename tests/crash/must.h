#pragma once

#include "core/error.h"

#include <stdexcept>
#include <utility>

namespace idem {

/// The value, or an end of this program: for what can only fail when the test itself is broken.
template <typename T>
T must(Result<T> result)
{
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    return std::move(*result);
}

} // namespace idem
