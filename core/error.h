#pragma once

#include <string>
#include <utility>
#include <variant>

namespace idem {

/// What went wrong, for a person: where, what, and what to do. A value, so that nothing below the window has to
/// show anything.
struct Error
{
    std::string place; ///< file, line and column, JSON pointer, key … or empty
    std::string cause; ///< what is wrong, one sentence without a final stop
    std::string cure; ///< what would be right, or what to do next

    /// "place: cause. Cure."
    std::string text() const
    {
        std::string out = place.empty() ? cause : place + ": " + cause;
        if (!cure.empty()) {
            out += ". " + cure;
        }
        return out;
    }

    bool operator==(const Error&) const = default;
};

/// A value or an error; C++20 has no std::expected yet.
template <typename T>
class Result
{
public:
    Result(T value) // NOLINT(google-explicit-constructor): a result is returned where a value is meant
        : m_content(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error) // NOLINT(google-explicit-constructor)
        : m_content(std::in_place_index<1>, std::move(error))
    {
    }

    bool ok() const { return m_content.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() { return std::get<0>(m_content); }
    const T& value() const { return std::get<0>(m_content); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const { return std::get<1>(m_content); }

private:
    std::variant<T, Error> m_content;
};

} // namespace idem
