#include "core/key/field_meaning.h"

#include "core/text/char_kinds.h"

#include <algorithm>
#include <initializer_list>

namespace idem {

namespace {

using Words = std::initializer_list<std::string_view>;

bool isOneOf(std::string_view word, Words words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool hasOneOf(const std::vector<std::string>& all, Words words)
{
    return std::any_of(all.begin(), all.end(),
                       [words](const std::string& each) { return isOneOf(each, words); });
}

std::string withUnderscores(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& each : words) {
        out += (out.empty() ? "" : "_") + each;
    }
    return out;
}

bool isParty(std::string_view word)
{
    return isOneOf(word,
                   {"customer", "client",  "company", "vendor",    "supplier",     "merchant",     "recipient",
                    "user",     "account", "tenant",  "org",       "organisation", "organization", "member",
                    "employee", "patient", "team",    "workspace", "subscriber",   "owner",        "email"});
}

bool isMoment(const std::vector<std::string>& words)
{
    const std::string& last = words.back();
    if (hasOneOf(words, {"timestamp", "now", "ts", "datetime", "epoch"})) {
        return true;
    }
    // due_at and starts_at belong to the thing, created_at to the call.
    return words.size() > 1 && (last == "at" || last == "time")
        && hasOneOf(words,
                    {"created", "create", "sent", "requested", "request", "updated", "called", "call",
                     "received", "generated", "current", "processed", "executed"});
}

bool isPersonalData(const std::string& name, const std::string& last)
{
    return isOneOf(last,
                   {"email", "phone", "telephone", "mobile", "msisdn", "ssn", "iban", "passport", "birthday",
                    "birthdate", "dob", "surname", "pan"})
        || isOneOf(name, {"e_mail",           "mail",           "first_name",     "last_name",
                          "full_name",        "given_name",     "family_name",    "customer_name",
                          "user_name",        "card",           "card_number",    "address",
                          "home_address",     "street_address", "postal_address", "billing_address",
                          "shipping_address", "email_address",  "mail_address",   "ip_address",
                          "phone_number",     "mobile_number",  "date_of_birth",  "birth_date"});
}

} // namespace

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    char before = ' ';
    for (const char c : text) {
        const bool begins = !isLetterOrDigit(before) || (isUpper(c) && !isUpper(before));
        if (isLetterOrDigit(c)) {
            if (begins) {
                words.emplace_back();
            }
            words.back() += lowered(c);
        }
        before = c;
    }
    return words;
}

FieldMeaning meaningOf(std::string_view path)
{
    const std::vector<std::string> words = wordsOf(path.substr(path.rfind('.') + 1));
    if (words.empty()) {
        return FieldMeaning::Unknown;
    }
    const std::string name = withUnderscores(words);
    const std::string& last = words.back();
    if (isOneOf(name, {"call", "callid", "toolcallid"}) || name.ends_with("call_id")
        || name.ends_with("tool_use_id") || name.ends_with("invocation_id")) {
        return FieldMeaning::CallId;
    }
    if (hasOneOf(words, {"attempt", "attempts", "retry", "retries"})) {
        return FieldMeaning::Attempt;
    }
    if (isOneOf(name, {"request_id", "requestid", "request", "correlation_id", "idempotency_key"})) {
        return FieldMeaning::RequestId;
    }
    if (isOneOf(last, {"token", "jwt", "jti", "session", "otp"})
        || hasOneOf(words, {"session", "trace", "span"})) {
        return FieldMeaning::Ephemeral;
    }
    if (isOneOf(last, {"uuid", "guid", "nonce", "random", "rand", "salt"})) {
        return FieldMeaning::Random;
    }
    if (isMoment(words)) {
        return FieldMeaning::Moment;
    }
    if (isPersonalData(name, last)) {
        return FieldMeaning::PersonalData;
    }
    if (isOneOf(last, {"memo",    "reason",  "message",     "body",         "text",    "description", "note",
                       "notes",   "comment", "comments",    "subject",      "prompt",  "title",       "summary",
                       "content", "query",   "instruction", "instructions", "details", "explanation"})) {
        return FieldMeaning::FreeText;
    }
    if (isOneOf(last, {"amount", "total", "price", "sum", "cents", "cost", "fee"})) {
        return FieldMeaning::Amount;
    }
    if (hasOneOf(words, {"period", "date",   "day",  "week",     "month",    "quarter", "year",
                         "cycle",  "season", "term", "interval", "slot",     "due",     "counter",
                         "number", "no",     "nr",   "seq",      "sequence", "index"})) {
        return FieldMeaning::Period;
    }
    if (isOneOf(name, {"run", "run_id"})) {
        return FieldMeaning::Run;
    }
    const bool named = isOneOf(last, {"id", "name", "key", "code"}) && words.size() > 1;
    return isParty(named ? words[words.size() - 2] : last) ? FieldMeaning::Party : FieldMeaning::Unknown;
}

bool isTypedByPeople(std::string_view path)
{
    const std::vector<std::string> words = wordsOf(path.substr(path.rfind('.') + 1));
    return !words.empty()
        && isOneOf(words.back(),
                   {"customer", "client", "company", "vendor", "supplier", "merchant", "recipient", "user",
                    "username", "city", "country", "email", "name"});
}

std::string recurringWord(std::string_view text)
{
    for (const std::string& word : wordsOf(text)) {
        if (isOneOf(word,
                    {"invoice", "invoices", "report", "digest", "statement", "reminder", "payroll", "salary",
                     "subscription", "renewal", "newsletter", "billing", "bill", "backup", "standup", "summary",
                     "rent", "dues", "payout"})) {
            return word;
        }
    }
    return {};
}

} // namespace idem
