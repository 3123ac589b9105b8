#include "core/key/key_shapes.h"
#include "core/text/char_kinds.h"

#include <algorithm>
#include <string>

namespace idem {

namespace {

bool belongsToLocal(char c)
{
    return isLetterOrDigit(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-';
}

bool belongsToDomain(char c)
{
    return isLetterOrDigit(c) || c == '.' || c == '-';
}

void addEmails(std::string_view text, std::vector<Stretch>& out)
{
    for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
        std::size_t begin = at;
        while (begin > 0 && belongsToLocal(text[begin - 1])) {
            --begin;
        }
        std::size_t end = at + 1;
        while (end < text.size() && belongsToDomain(text[end])) {
            ++end;
        }
        const std::string_view domain = text.substr(at + 1, end - at - 1);
        const std::size_t dot = domain.rfind('.');
        const bool named = dot != std::string_view::npos && dot > 0 && domain.size() - dot > 2
            && std::all_of(domain.begin() + static_cast<std::ptrdiff_t>(dot) + 1, domain.end(), isLetter);
        if (begin < at && named) {
            out.push_back({.begin = begin, .end = end, .kind = "an e-mail address"});
        }
    }
}

std::string digitsOf(std::string_view text)
{
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out), isDigit);
    return out;
}

void addInternationalPhones(std::string_view text, std::vector<Stretch>& out)
{
    for (std::size_t plus = text.find('+'); plus != std::string_view::npos; plus = text.find('+', plus + 1)) {
        std::size_t end = plus + 1;
        while (end < text.size()
               && (isDigit(text[end]) || std::string_view(" -().").find(text[end]) != std::string_view::npos)) {
            ++end;
        }
        const std::size_t digits = digitsOf(text.substr(plus, end - plus)).size();
        const bool afterWord = plus > 0 && isLetterOrDigit(text[plus - 1]);
        const bool beforeWord = end < text.size() && isLetter(text[end]);
        if (!afterWord && !beforeWord && digits >= 8 && digits <= 15) {
            out.push_back({.begin = plus, .end = end, .kind = "a phone number"});
        }
    }
}

bool passesLuhn(const std::string& digits)
{
    unsigned sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        auto digit = static_cast<unsigned>(digits[digits.size() - 1 - i] - '0');
        digit *= i % 2 == 1 ? 2U : 1U;
        sum += digit > 9 ? digit - 9 : digit;
    }
    return sum % 10 == 0;
}

// By the first digits and lengths that the large card schemes give out; an order number passes the check digit
// alone one time in ten.
bool isCard(const std::string& digits)
{
    const auto begins = [&digits](unsigned from, unsigned to, std::size_t count) {
        unsigned number = 0;
        for (std::size_t i = 0; i < count; ++i) {
            number = 10 * number + static_cast<unsigned>(digits[i] - '0');
        }
        return number >= from && number <= to;
    };
    switch (digits.size()) {
    case 14:
        return (begins(36, 36, 2) || begins(38, 39, 2)) && passesLuhn(digits);
    case 15:
        return (begins(34, 34, 2) || begins(37, 37, 2)) && passesLuhn(digits);
    case 16:
        return (begins(4, 4, 1) || begins(51, 55, 2) || begins(2221, 2720, 4) || begins(6011, 6011, 4)
                || begins(65, 65, 2) || begins(3528, 3589, 4))
            && passesLuhn(digits);
    default:
        return false;
    }
}

void addCardsAndLocalPhones(std::string_view text, std::vector<Stretch>& out)
{
    const auto belongs = [](char c) { return isDigit(c) || c == ' ' || c == '-'; };
    forEachRun(text, belongs, [&](std::size_t begin, std::size_t end) {
        while (begin < end && !isDigit(text[begin])) {
            ++begin;
        }
        while (end > begin && !isDigit(text[end - 1])) {
            --end;
        }
        const bool alone
            = (begin == 0
               || (!isLetterOrDigit(text[begin - 1]) && text[begin - 1] != '.' && text[begin - 1] != '+'))
            && (end == text.size() || !isLetterOrDigit(text[end]));
        const std::string_view run = text.substr(begin, end - begin);
        const std::string digits = digitsOf(run);
        if (alone && isCard(digits)) {
            out.push_back({.begin = begin, .end = end, .kind = "the number of a payment card"});
        } else if (alone && run.size() == 12 && digits.size() == 10 && !isDigit(run[3]) && !isDigit(run[7])) {
            out.push_back({.begin = begin, .end = end, .kind = "a phone number", .certain = false});
        }
    });
}

bool isIban(std::string_view word)
{
    if (word.size() < 15 || word.size() > 34 || !isLetter(word[0]) || !isLetter(word[1]) || !isDigit(word[2])
        || !isDigit(word[3])) {
        return false;
    }
    unsigned rest = 0; // of the whole number divided by 97
    for (std::size_t i = 0; i < word.size(); ++i) {
        const char c = word[(i + 4) % word.size()];
        rest = isDigit(c) ? (rest * 10 + static_cast<unsigned>(c - '0')) % 97
                          : (rest * 100 + static_cast<unsigned>(lowered(c) - 'a') + 10) % 97;
    }
    return rest == 1;
}

} // namespace

std::vector<Stretch> personalDataIn(std::string_view text)
{
    std::vector<Stretch> out;
    addEmails(text, out);
    addInternationalPhones(text, out);
    addCardsAndLocalPhones(text, out);
    forEachRun(text, isLetterOrDigit, [&](std::size_t begin, std::size_t end) {
        if (isIban(text.substr(begin, end - begin))) {
            out.push_back({.begin = begin, .end = end, .kind = "the number of a bank account"});
        }
    });
    std::sort(out.begin(), out.end(), [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
    return out;
}

} // namespace idem
