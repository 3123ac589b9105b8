#pragma once

#include "core/error.h"

#include <cstddef>
#include <cstdint>
#include <QString>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// One step that brings a part of a key to its one spelling, such as `lower` or `date:YYYY-MM`. Immutable
/// value, held by a KeyTemplate; thread-safe.
class Normaliser
{
public:
    /// From the text between two bars. The error has no place: the template knows the column.
    static Result<Normaliser> parse(std::string_view text);

    /// Every name a person may write, as it is written.
    static std::vector<std::string> known();

    /// "lower", "date": without what stands after a colon.
    std::string_view name() const;

    /// The only error is a `date` that is given something else. It has no place either.
    Result<QString> apply(const QString& value) const;

private:
    enum class Kind : std::uint8_t { Trim, Lower, Upper, Nfc, Digits, Date };
    struct Name
    {
        std::string_view name;
        Kind kind;
    };
    static const std::vector<Name>& names();

    Normaliser(Kind kind, std::size_t dateLength);

    Kind m_kind;
    std::size_t m_dateLength; ///< of the wanted format: 4, 7 or 10 characters; 0 where it is no date
};

} // namespace idem
