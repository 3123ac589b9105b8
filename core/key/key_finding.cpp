#include "core/key/key_finding.h"

namespace idem {

std::string_view name(KeyProblem problem)
{
    switch (problem) {
    case KeyProblem::CallId:
        return "call_id";
    case KeyProblem::Timestamp:
        return "timestamp";
    case KeyProblem::RandomPart:
        return "random_part";
    case KeyProblem::EphemeralPart:
        return "ephemeral_part";
    case KeyProblem::PersonalData:
        return "personal_data";
    case KeyProblem::FreeText:
        return "free_text";
    case KeyProblem::AmountInKey:
        return "amount_in_key";
    case KeyProblem::MissingPeriod:
        return "missing_period";
    case KeyProblem::NoBusinessIdentity:
        return "no_business_identity";
    case KeyProblem::CaseLeftIn:
        return "case_left_in";
    case KeyProblem::WhiteSpaceLeftIn:
        return "white_space_left_in";
    case KeyProblem::NotNormalised:
        return "not_normalised";
    case KeyProblem::InvisibleCharacter:
        return "invisible_character";
    case KeyProblem::EmptyPart:
        return "empty_part";
    case KeyProblem::DelimiterInPart:
        return "delimiter_in_part";
    case KeyProblem::MissingDelimiter:
        return "missing_delimiter";
    case KeyProblem::UnfilledField:
        return "unfilled_field";
    case KeyProblem::UnusableValue:
        return "unusable_value";
    case KeyProblem::InvalidText:
        return "invalid_text";
    case KeyProblem::TooLong:
        break;
    }
    return "too_long";
}

std::string_view name(KeySeverity severity)
{
    switch (severity) {
    case KeySeverity::Hint:
        return "hint";
    case KeySeverity::Warning:
        return "warning";
    case KeySeverity::Error:
        break;
    }
    return "error";
}

} // namespace idem
