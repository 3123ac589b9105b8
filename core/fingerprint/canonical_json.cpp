#include "core/fingerprint/canonical_json.h"

#include "core/fingerprint/canonical_number.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace idem {

namespace {

using nlohmann::json;

/// Writes one value with its own stack instead of recursion: JSON that somebody sends may be nested deeper than
/// the stack of a thread. Lives during one call.
class Writer
{
public:
    std::string write(const json& value)
    {
        open(value);
        while (!m_frames.empty()) {
            Frame& frame = m_frames.back();
            if (frame.next == frame.children.size()) {
                m_out += frame.isObject ? '}' : ']';
                m_frames.pop_back();
                continue;
            }
            if (frame.next > 0) {
                m_out += ',';
            }
            const auto& [name, child] = frame.children[frame.next++];
            if (frame.isObject) {
                m_out += canonicalString(name);
                m_out += ':';
            }
            open(*child); // may move the frames: `frame` is not used after it
        }
        return std::move(m_out);
    }

private:
    struct Frame
    {
        bool isObject = false;
        std::vector<std::pair<std::string, const json*>> children; ///< names are empty in an array
        std::size_t next = 0;
    };

    void open(const json& value)
    {
        switch (value.type()) {
        case json::value_t::object:
            openObject(value);
            break;
        case json::value_t::array:
            openArray(value);
            break;
        default:
            m_out += scalar(value);
        }
    }

    void openObject(const json& value)
    {
        Frame frame{.isObject = true, .children = {}, .next = 0};
        frame.children.reserve(value.size());
        for (const auto& [name, child] : value.get_ref<const json::object_t&>()) {
            frame.children.emplace_back(nfc(name), &child);
        }
        // Stable, so that names that only normalisation made equal keep one order.
        std::stable_sort(frame.children.begin(), frame.children.end(),
                         [](const auto& a, const auto& b) { return lessByUtf16(a.first, b.first); });
        m_out += '{';
        m_frames.push_back(std::move(frame));
    }

    void openArray(const json& value)
    {
        Frame frame;
        frame.children.reserve(value.size());
        for (const json& child : value) {
            frame.children.emplace_back(std::string(), &child);
        }
        m_out += '[';
        m_frames.push_back(std::move(frame));
    }

    static std::string scalar(const json& value)
    {
        switch (value.type()) {
        case json::value_t::boolean:
            return value.get<bool>() ? "true" : "false";
        case json::value_t::number_integer:
            return std::to_string(value.get<std::int64_t>());
        case json::value_t::number_unsigned:
            return std::to_string(value.get<std::uint64_t>());
        case json::value_t::number_float:
            return canonicalNumber(value.get<double>());
        case json::value_t::string:
            return canonicalString(value.get_ref<const std::string&>());
        case json::value_t::binary:
            return bytes(value.get_binary());
        default:
            return "null";
        }
    }

    // No JSON text holds these; they come from CBOR and the like. Different bytes have to stay different.
    static std::string bytes(const std::vector<std::uint8_t>& content)
    {
        std::string out = "{\"bytes\":[";
        for (std::size_t i = 0; i < content.size(); ++i) {
            out += (i > 0 ? "," : "") + std::to_string(content[i]);
        }
        return out + "]}";
    }

    std::string m_out;
    std::vector<Frame> m_frames;
};

} // namespace

std::string canonicalJson(const json& value)
{
    return Writer().write(value);
}

std::string canonicalString(std::string_view text)
{
    constexpr std::string_view hexDigits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : nfc(text)) {
        switch (c) {
        case '"':
            out += "\\\"";
            break;
        case '\\':
            out += "\\\\";
            break;
        case '\b':
            out += "\\b";
            break;
        case '\f':
            out += "\\f";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            if (const auto byte = static_cast<unsigned char>(c); byte < 0x20) {
                out += "\\u00";
                out += hexDigits[byte >> 4U];
                out += hexDigits[byte & 0xFU];
            } else {
                out += c;
            }
        }
    }
    return out + '"';
}

} // namespace idem
