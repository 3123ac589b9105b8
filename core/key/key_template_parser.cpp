#include "core/key/key_template_parser.h"

#include "core/text/unicode.h"

#include <algorithm>
#include <utility>

namespace idem {

namespace {

// The stretch without the white space around it, as positions in the whole text.
std::pair<std::size_t, std::size_t> trimmed(std::string_view text, std::size_t begin, std::size_t end)
{
    constexpr std::string_view blanks = " \t\r\n";
    while (begin < end && blanks.find(text[begin]) != std::string_view::npos) {
        ++begin;
    }
    while (end > begin && blanks.find(text[end - 1]) != std::string_view::npos) {
        --end;
    }
    return {begin, end};
}

} // namespace

Error KeyTemplate::Parser::errorAt(std::size_t byte, std::string cause, std::string cure) const
{
    return {.place = "key template, column " + std::to_string(columnOf(m_text, byte)),
            .cause = std::move(cause),
            .cure = std::move(cure)};
}

Result<std::vector<KeyTemplate::Part>> KeyTemplate::Parser::parse()
{
    if (m_text.empty()) {
        return errorAt(0, "the key template is empty", "Write one such as invoice:{customer}:{period}");
    }
    if (!isValidUtf8(m_text)) {
        return errorAt(0, "the key template is not valid UTF-8", "Save it as UTF-8");
    }
    std::vector<Part> parts;
    std::string literal;
    std::size_t literalBytes = 0;
    for (std::size_t i = 0; i < m_text.size(); ++i) {
        const char c = m_text[i];
        const bool doubled = i + 1 < m_text.size() && m_text[i + 1] == c;
        if (c != '{' && c != '}') {
            literal += c;
        } else if (doubled) {
            literal += c;
            ++i;
        } else if (c == '}') {
            return errorAt(i, "this closing brace has no opening one", "Write }} for a brace in the key");
        } else {
            const std::size_t end = m_text.find_first_of("{}", i + 1);
            if (end == std::string_view::npos || m_text[end] == '{') {
                return errorAt(i, "this opening brace is not closed",
                               "End the field with }, or write {{ for a brace in the key");
            }
            Result<Part> part = parseField(i + 1, end);
            if (!part) {
                return part.error();
            }
            literalBytes += literal.size();
            part->literal = std::exchange(literal, {});
            part->column = columnOf(m_text, i);
            parts.push_back(std::move(*part));
            i = end;
        }
    }
    if (literalBytes + literal.size() > longestKey) {
        return errorAt(0,
                       "the fixed text alone has " + std::to_string(literalBytes + literal.size())
                           + " bytes, a key at most " + std::to_string(longestKey),
                       "Shorten it");
    }
    if (!literal.empty()) {
        Part last;
        last.literal = std::move(literal);
        parts.push_back(std::move(last));
    }
    return parts;
}

Result<KeyTemplate::Part> KeyTemplate::Parser::parseField(std::size_t begin, std::size_t end) const
{
    const std::size_t bar = std::min(m_text.find('|', begin), end);
    auto [from, to] = trimmed(m_text, begin, bar);
    Part part;
    if (from < to && m_text[from] == '$') {
        part.fromContext = true;
        ++from;
    }
    part.field = std::string(m_text.substr(from, to - from));
    if (part.field.empty()) {
        return errorAt(begin - 1, "this field names nothing",
                       "Put the name of an argument between the braces, as in {customer}");
    }
    if (part.field.front() == '.' || part.field.back() == '.' || part.field.find("..") != std::string::npos) {
        return errorAt(from, "\"" + part.field + "\" has an empty name beside a dot",
                       "Write one dot between two names, as in {order.id}");
    }
    for (std::size_t at = bar; at < end;) {
        const std::size_t next = std::min(m_text.find('|', at + 1), end);
        const auto [first, last] = trimmed(m_text, at + 1, next);
        Result<Normaliser> normaliser = Normaliser::parse(m_text.substr(first, last - first));
        if (!normaliser) {
            return errorAt(first, normaliser.error().cause, normaliser.error().cure);
        }
        part.normalisers.push_back(*normaliser);
        at = next;
    }
    return part;
}

} // namespace idem
