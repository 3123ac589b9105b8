#include "core/key/field_meaning.h"
#include "core/key/lint.h"
#include "core/key/sample_value.h"
#include "core/key/text_lint.h"
#include "core/text/char_kinds.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace idem {

namespace {

using nlohmann::json;
using Part = KeyTemplate::Part;

bool normalisedBy(const Part& part, std::initializer_list<std::string_view> names)
{
    return std::any_of(part.normalisers.begin(), part.normalisers.end(), [names](const Normaliser& each) {
        return std::find(names.begin(), names.end(), each.name()) != names.end();
    });
}

FieldMeaning meaningOfPart(const Part& part)
{
    const FieldMeaning meaning = meaningOf(part.field);
    const bool isDate = normalisedBy(part, {"date"}); // {sent_at|date:YYYY-MM} is a month
    return isDate && meaning != FieldMeaning::CallId ? FieldMeaning::Period : meaning;
}

/// Looks at one template. Lives during one lintTemplate().
class TemplateLint
{
public:
    explicit TemplateLint(const KeyTemplate& keyTemplate)
        : m_template(keyTemplate)
    {
    }

    void lookAtNames()
    {
        for (const Part& part : m_template.parts()) {
            if (!part.field.empty()) {
                lookAtMeaning(part);
                lookAtSpelling(part);
            }
        }
        lookAtFixedText();
        lookForIdentity();
        lookForPeriod();
    }

    void lookAtValues(const json& args, const json& context)
    {
        for (const Part& part : m_template.parts()) {
            if (!part.field.empty() && (!part.fromContext || context.is_object())) {
                lookAtValue(part, args, context);
            }
        }
        if (const Result<std::string> key = m_template.expand(args, context);
            !key && key.error().cause.starts_with("the key has ")) {
            m_found.push_back({.problem = KeyProblem::TooLong,
                               .severity = KeySeverity::Error,
                               .place = key.error().place,
                               .cause = key.error().cause,
                               .cure = key.error().cure});
        }
    }

    // By column; of several with the same problem at one place the gravest.
    std::vector<KeyFinding> take()
    {
        std::stable_sort(m_found.begin(), m_found.end(), [](const KeyFinding& a, const KeyFinding& b) {
            return columnIn(a) != columnIn(b) ? columnIn(a) < columnIn(b) : a.severity > b.severity;
        });
        std::vector<KeyFinding> out;
        for (KeyFinding& each : m_found) {
            const bool known = std::any_of(out.begin(), out.end(), [&each](const KeyFinding& other) {
                return other.problem == each.problem && other.place == each.place;
            });
            if (!known) {
                out.push_back(std::move(each));
            }
        }
        return out;
    }

private:
    static unsigned long columnIn(const KeyFinding& finding)
    {
        return std::stoul(finding.place.substr(finding.place.rfind(' ') + 1));
    }

    void add(KeyProblem problem, KeySeverity severity, std::size_t column, std::string cause, std::string cure)
    {
        m_found.push_back({.problem = problem,
                           .severity = severity,
                           .place = "key template, column " + std::to_string(column),
                           .cause = std::move(cause),
                           .cure = std::move(cure)});
    }

    void lookAtMeaning(const Part& part)
    {
        const std::string field = '"' + part.name() + '"';
        switch (meaningOfPart(part)) {
        case FieldMeaning::CallId:
            add(KeyProblem::CallId, KeySeverity::Error, part.column,
                field + " is the id of a call, which every new call gets anew",
                "Name the thing that is acted on: an order, a customer and a period, the id of the event");
            break;
        case FieldMeaning::Attempt:
            add(KeyProblem::EphemeralPart, KeySeverity::Error, part.column,
                field + " counts the tries, so that every retry is a new action", "Leave it out");
            break;
        case FieldMeaning::Ephemeral:
            add(KeyProblem::EphemeralPart, KeySeverity::Warning, part.column,
                field + " is short-lived; minted again for a retry, it makes a new action", "Leave it out");
            break;
        case FieldMeaning::RequestId:
            if (!part.fromContext) {
                add(KeyProblem::EphemeralPart, KeySeverity::Hint, part.column,
                    field + " comes with the arguments; a model makes a new one on every call",
                    "Make it in code, store it with the work item before the first try, and name it with a $");
            }
            break;
        case FieldMeaning::Random:
            add(KeyProblem::RandomPart, KeySeverity::Warning, part.column,
                field + " is made up by chance; made for each call, it makes every repeat a new action",
                "Name the thing that is acted on, or make the value once and store it before the first try");
            break;
        case FieldMeaning::Moment:
            add(KeyProblem::Timestamp, KeySeverity::Error, part.column,
                field + " is the moment of the call, so that every retry is a new action",
                "Name the period that is meant, or cut it to one: {" + part.name() + "|date:YYYY-MM}");
            break;
        case FieldMeaning::PersonalData:
            add(KeyProblem::PersonalData, KeySeverity::Warning, part.column,
                field + " is personal data, and keys end up in logs",
                "Use an id of your own for the person instead");
            break;
        case FieldMeaning::FreeText:
            add(KeyProblem::FreeText, KeySeverity::Warning, part.column,
                field + " is free text, which a model words anew on every call",
                "Leave it out; name identifiers only");
            break;
        case FieldMeaning::Amount:
            add(KeyProblem::AmountInKey, KeySeverity::Hint, part.column,
                field
                    + " is in the key, so that a repeat with another amount is a new action instead of a "
                      "conflict",
                "Leave it out of the key and compare it: name it among the identifying arguments");
            break;
        case FieldMeaning::Unknown:
        case FieldMeaning::Period:
        case FieldMeaning::Party:
        case FieldMeaning::Run:
            break;
        }
    }

    void lookAtSpelling(const Part& part)
    {
        if (part.fromContext || !isTypedByPeople(part.field) || normalisedBy(part, {"digits", "date"})) {
            return;
        }
        const std::string field = '"' + part.name() + '"';
        if (!normalisedBy(part, {"lower", "upper"})) {
            add(KeyProblem::CaseLeftIn, KeySeverity::Hint, part.column,
                field + " keeps its capitals: ACME and acme are two keys",
                "Write {" + part.name() + "|trim|lower}, unless it always comes from one place");
        }
        if (!normalisedBy(part, {"trim"})) {
            add(KeyProblem::WhiteSpaceLeftIn, KeySeverity::Hint, part.column,
                field + " keeps the white space around it: with a blank behind it, it is another key",
                "Write {" + part.name() + "|trim|lower}");
        }
    }

    void lookAtFixedText()
    {
        const std::vector<Part>& parts = m_template.parts();
        bool afterField = false;
        bool afterDelimiter = true; // the beginning of the key
        for (const Part& part : parts) {
            if (afterField && part.literal.empty()) {
                add(KeyProblem::MissingDelimiter, KeySeverity::Warning, part.column,
                    "there is nothing between two fields: ab and c make the key of a and bc",
                    "Put a ':' between them");
            }
            for (const char c : part.literal) {
                if (c == ':' && afterDelimiter) {
                    add(KeyProblem::EmptyPart, KeySeverity::Warning, columnOfFixedText(part),
                        "the fixed text has an empty part",
                        "Write one ':' between two parts, and none at the ends");
                }
                afterDelimiter = c == ':';
            }
            afterField = !part.field.empty();
            afterDelimiter = afterDelimiter && !afterField;
        }
        if (afterDelimiter && !parts.empty() && !parts.back().literal.empty()) {
            add(KeyProblem::EmptyPart, KeySeverity::Warning, columnOfFixedText(parts.back()),
                "the key ends with a delimiter", "Write one ':' between two parts, and none at the ends");
        }
    }

    // Where the piece before a field ends, or the last column: the parts do not keep where a literal begins.
    std::size_t columnOfFixedText(const Part& part) const
    {
        return part.field.empty() ? columnOf(m_template.text(), m_template.text().size()) - 1
                                  : std::max<std::size_t>(part.column, 2) - 1;
    }

    void lookForIdentity()
    {
        bool anything = false;
        bool onlyRun = true;
        for (const Part& part : m_template.parts()) {
            anything = anything || !part.field.empty();
            onlyRun = onlyRun && (part.field.empty() || meaningOfPart(part) == FieldMeaning::Run);
        }
        if (!anything) {
            add(KeyProblem::NoBusinessIdentity, KeySeverity::Error, 1,
                "every action gets this one key, so that only the first is ever done",
                "Name what makes an action this one: {order}, {customer} and {period}, {$event}");
        } else if (onlyRun) {
            add(KeyProblem::NoBusinessIdentity, KeySeverity::Warning, 1,
                "all actions of one run get the same key", "Name the thing too: refund:{$run}:{order}");
        }
    }

    void lookForPeriod()
    {
        std::string fixed;
        for (const Part& part : m_template.parts()) {
            fixed += part.literal + ' ';
        }
        const std::string recurring = recurringWord(fixed);
        // A digit in the fixed text is a turn, as in report:2026:{customer}.
        if (recurring.empty() || std::any_of(fixed.begin(), fixed.end(), isDigit)) {
            return;
        }
        const Part* party = nullptr;
        for (const Part& part : m_template.parts()) {
            if (part.field.empty()) {
                continue;
            }
            // Anything but a party may be the thing itself, as in invoice:{order.id} and reminder:{$event}.
            if (meaningOfPart(part) != FieldMeaning::Party
                && meaningOfPart(part) != FieldMeaning::PersonalData) {
                return;
            }
            party = &part;
        }
        if (party != nullptr) {
            add(KeyProblem::MissingPeriod, KeySeverity::Hint, party->column,
                '"' + recurring
                    + "\" sounds like something that comes again, yet the key names no period: "
                      "the second one would count as a repeat of the first",
                "Make the period an argument and name it: {period}, or {date|date:YYYY-MM}");
        }
    }

    void lookAtValue(const Part& part, const json& args, const json& context)
    {
        const json* const raw = sampleValue(part, args, context);
        const std::optional<QString> normalised = sampleText(part, raw);
        if (normalised) {
            const std::string text = toUtf8(*normalised);
            const bool caseMatters = !normalisedBy(part, {"lower", "upper", "digits", "date"});
            for (const TextFinding& each :
                 lintText(text, caseMatters ? Capitals::Suspicious : Capitals::Fine)) {
                if (each.problem != KeyProblem::CaseLeftIn || caseMatters) {
                    add(each.problem, each.severity, part.column, "\"" + part.name() + "\": " + each.cause,
                        each.cure);
                }
            }
        }
        if (const Result<std::string> value = m_template.expandField(part, args, context); !value) {
            KeyProblem problem = KeyProblem::UnusableValue;
            if (raw == nullptr || raw->is_null() || (normalised && normalised->isEmpty())) {
                problem = KeyProblem::EmptyPart;
            } else if (normalised && normalised->contains(u':')) {
                problem = KeyProblem::DelimiterInPart;
            }
            add(problem, KeySeverity::Error, part.column, value.error().cause, value.error().cure);
        }
    }

    const KeyTemplate& m_template;
    std::vector<KeyFinding> m_found;
};

} // namespace

std::vector<KeyFinding> lintTemplate(const KeyTemplate& keyTemplate)
{
    TemplateLint lint(keyTemplate);
    lint.lookAtNames();
    return lint.take();
}

std::vector<KeyFinding> lintTemplate(const KeyTemplate& keyTemplate, const json& args, const json& context)
{
    TemplateLint lint(keyTemplate);
    lint.lookAtNames();
    lint.lookAtValues(args, context);
    return lint.take();
}

} // namespace idem
