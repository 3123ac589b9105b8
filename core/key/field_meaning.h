#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What the name of an argument says about its value. English names, in any of the spellings that tools use
/// (tool_call_id, toolCallId, tool-call-id). Pure functions, thread-safe.
namespace idem {

enum class FieldMeaning : std::uint8_t {
    Unknown, ///< probably what the action is about
    CallId,
    Attempt, ///< the number of the try
    Ephemeral, ///< token, session, trace
    RequestId, ///< good when it was stored with the work item
    Random,
    Moment, ///< when the call was made
    PersonalData,
    FreeText,
    Amount,
    Period, ///< which turn of something that recurs
    Party, ///< for whom; one party has many actions
    Run, ///< one run has many actions
};

/// By the last name of the path ("customer.email" is an e-mail address).
FieldMeaning meaningOf(std::string_view path);

/// Whether people type such a value, so that its case and the blanks around it vary: a customer, a city.
bool isTypedByPeople(std::string_view path);

/// The first word of the text that names something recurring (invoice, report, payroll …); empty where there is
/// none.
std::string recurringWord(std::string_view text);

/// A name or a text in small words: "toolCallId" gives tool, call, id.
std::vector<std::string> wordsOf(std::string_view text);

} // namespace idem
