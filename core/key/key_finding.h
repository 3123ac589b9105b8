#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace idem {

/// What can be wrong with a key or a key template.
enum class KeyProblem : std::uint8_t {
    CallId, ///< an id that every call gets anew
    Timestamp, ///< the moment of the call
    RandomPart, ///< made up by chance, or a digest of everything
    EphemeralPart, ///< a token, a session, the number of the attempt
    PersonalData, ///< keys end up in logs
    FreeText, ///< worded anew on every call
    AmountInKey, ///< a changed amount looks like a new action instead of a conflict
    MissingPeriod, ///< something that recurs is named without its turn
    NoBusinessIdentity, ///< names no single action
    CaseLeftIn,
    WhiteSpaceLeftIn,
    NotNormalised, ///< Unicode that is not in NFC
    InvisibleCharacter, ///< control characters, zero width, turns of direction
    EmptyPart, ///< also a "null" that was printed into it
    DelimiterInPart,
    MissingDelimiter, ///< two fields side by side
    UnfilledField, ///< a {field} that nobody replaced
    UnusableValue, ///< the sample gives no single value there
    InvalidText, ///< not UTF-8
    TooLong,
};

/// "call_id", "missing_period" …: for JSON and filters. Pure function, thread-safe.
std::string_view name(KeyProblem problem);

enum class KeySeverity : std::uint8_t {
    Hint, ///< worth a look; often right as it is
    Warning, ///< repeats will probably get another key, or different actions the same one
    Error, ///< they will
};

/// "hint", "warning", "error". Pure function, thread-safe.
std::string_view name(KeySeverity severity);

/// One thing that is wrong with a key or a key template. Value.
struct KeyFinding
{
    KeyProblem problem;
    KeySeverity severity;
    std::string place; ///< "key template, column 9" or "key, column 9", in characters
    std::string cause; ///< what is wrong, one sentence without a final stop
    std::string cure; ///< what to do

    bool operator==(const KeyFinding&) const = default;
};

} // namespace idem
