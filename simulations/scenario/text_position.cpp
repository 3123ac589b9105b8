#include "simulations/scenario/text_position.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace idem {

namespace {

std::vector<std::string> splitPointer(std::string_view pointer)
{
    std::vector<std::string> parts;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        std::string part;
        for (std::size_t i = 0; i < end; ++i) {
            const bool escaped = pointer[i] == '~' && i + 1 < end;
            part += escaped ? (pointer[i + 1] == '1' ? '/' : '~') : pointer[i];
            i += escaped ? 1 : 0;
        }
        parts.push_back(std::move(part));
        pointer.remove_prefix(end);
    }
    return parts;
}

/// Walks a valid JSON text without building it. Only what is needed to find a place.
class Walker
{
public:
    explicit Walker(std::string_view text)
        : m_text(text)
    {
    }

    std::size_t find(const std::vector<std::string>& parts)
    {
        skipBlank();
        std::size_t found = m_at;
        for (const std::string& part : parts) {
            const bool inside
                = at() == '{' ? enterMember(part, found) : at() == '[' && enterElement(part, found);
            if (!inside) {
                break;
            }
        }
        return found;
    }

private:
    char at() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void skipBlank()
    {
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '/' && m_at + 1 < m_text.size()) {
                skipComment();
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                ++m_at;
            } else {
                return;
            }
        }
    }

    void skipComment()
    {
        const bool line = m_text[m_at + 1] == '/';
        const std::size_t end = m_text.find(line ? "\n" : "*/", m_at + 2);
        m_at = end == std::string_view::npos ? m_text.size() : end + (line ? 1 : 2);
    }

    std::string_view string()
    {
        const std::size_t start = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != '"') {
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        }
        m_at = std::min(m_at + 1, m_text.size());
        return m_text.substr(start, m_at - start);
    }

    void skipValue()
    {
        int depth = 0;
        do {
            skipBlank();
            const char c = at();
            if (c == '"') {
                string();
            } else {
                depth += c == '{' || c == '[' ? 1 : 0;
                depth -= c == '}' || c == ']' ? 1 : 0;
                const bool scalar = c != '{' && c != '[' && c != '}' && c != ']' && c != ',' && c != ':';
                m_at = scalar ? std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size()) : m_at + 1;
            }
            skipBlank();
        } while (depth > 0 && m_at < m_text.size());
    }

    bool enterMember(const std::string& name, std::size_t& found)
    {
        ++m_at;
        for (skipBlank(); at() == '"'; skipBlank()) {
            const std::size_t start = m_at;
            const auto parsed = nlohmann::json::parse(string(), nullptr, false);
            skipBlank();
            ++m_at; // the colon
            skipBlank();
            if (parsed.is_string() && parsed.get<std::string>() == name) {
                found = start;
                return true;
            }
            skipValue();
            if (at() == ',') {
                ++m_at;
            }
        }
        return false;
    }

    bool enterElement(const std::string& index, std::size_t& found)
    {
        ++m_at;
        skipBlank();
        for (std::size_t i = 0; m_at < m_text.size() && at() != ']'; ++i) {
            if (std::to_string(i) == index) {
                found = m_at;
                return true;
            }
            skipValue();
            if (at() == ',') {
                ++m_at;
            }
            skipBlank();
        }
        return false;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

TextPosition positionOf(std::string_view text, std::size_t offset)
{
    TextPosition position;
    for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
        if (text[i] == '\n') {
            ++position.line;
            position.column = 1;
        } else if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) {
            ++position.column;
        }
    }
    return position;
}

TextPosition locate(std::string_view json, std::string_view pointer)
{
    return positionOf(json, Walker(json).find(splitPointer(pointer)));
}

} // namespace idem
