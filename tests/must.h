#pragma once

#include "core/error.h"

#include <optional>
#include <stdexcept>
#include <utility>

namespace idem {

/// The value, or an exception with the error's text: for what can only fail when a benchmark or a crash test
/// itself is broken.
template <typename T>
T must(Result<T> result)
{
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    return std::move(*result);
}
inline void must(const std::optional<Error>& error)
{
    if (error) {
        throw std::runtime_error(error->text());
    }
}

} // namespace idem
