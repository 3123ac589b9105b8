#include "core/fingerprint/canonical_json.h"

#include "core/fingerprint/canonical_number.h"
#include "core/fingerprint/exact_integer.h"
#include "core/fingerprint/ignored_values.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace idem {

namespace {

using nlohmann::json;

/// Writes one value with its own stack instead of recursion: JSON that somebody sends may be nested deeper than
/// the stack of a thread. Lives during one call.
class Writer
{
public:
    Writer(NumberText numbers, const IgnoredValues& ignored)
        : m_numbers(numbers)
        , m_ignored(ignored)
    {
    }

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
        std::vector<CanonicalMember> children; ///< names are empty in an array
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
        Frame frame{.isObject = true, .children = canonicalMembers(value, m_ignored), .next = 0};
        m_out += '{';
        m_frames.push_back(std::move(frame));
    }

    void openArray(const json& value)
    {
        Frame frame;
        frame.children.reserve(value.size());
        for (const json& child : value) {
            if (!m_ignored.contains(child)) {
                frame.children.push_back({std::string(), &child});
            }
        }
        m_out += '[';
        m_frames.push_back(std::move(frame));
    }

    std::string scalar(const json& value) const
    {
        switch (value.type()) {
        case json::value_t::boolean:
            return value.get<bool>() ? "true" : "false";
        case json::value_t::number_integer:
            return std::to_string(value.get<std::int64_t>());
        case json::value_t::number_unsigned:
            return std::to_string(value.get<std::uint64_t>());
        case json::value_t::number_float:
            return fraction(value.get<double>());
        case json::value_t::string:
            return canonicalString(value.get_ref<const std::string&>());
        case json::value_t::binary:
            if (const std::optional<ExactInteger> number = exactIntegerOf(value)) {
                return whole(*number);
            }
            return bytes(value.get_binary());
        default:
            return "null";
        }
    }

    std::string fraction(double value) const
    {
        std::string out = canonicalNumber(value);
        const bool looksWhole = std::isfinite(value) && out.find_first_of(".e") == std::string::npos;
        return looksWhole && m_numbers == NumberText::AsWritten ? out + ".0" : out;
    }

    std::string whole(const ExactInteger& number) const
    {
        if (m_numbers == NumberText::AsWritten) {
            return number.digits + (number.asFraction ? ".0" : "");
        }
        // As the double prints where that is the same number: 1e30 and a one with thirty zeros are equal.
        double value = 0;
        const std::string& digits = number.digits;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        static_cast<void>(end);
        std::string asDouble = error == std::errc() ? canonicalNumber(value) : std::string();
        return wholeDigits(asDouble) == digits ? asDouble : digits;
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

    NumberText m_numbers;
    const IgnoredValues& m_ignored;
    std::string m_out;
    std::vector<Frame> m_frames;
};

} // namespace

std::string canonicalJson(const json& value)
{
    return canonicalJson(value, NumberText::ByValue, IgnoredValues());
}

std::string canonicalJson(const json& value, NumberText numbers, const IgnoredValues& ignored)
{
    return Writer(numbers, ignored).write(value);
}

std::vector<CanonicalMember> canonicalMembers(const json& object, const IgnoredValues& ignored)
{
    std::vector<CanonicalMember> members;
    members.reserve(object.size());
    for (const auto& [name, value] : object.get_ref<const json::object_t&>()) {
        if (!ignored.contains(value)) {
            members.push_back({nfc(name), &value});
        }
    }
    // Stable, so that names that only normalisation made equal keep one order.
    std::stable_sort(members.begin(), members.end(), [](const CanonicalMember& a, const CanonicalMember& b) {
        return lessByUtf16(a.name, b.name);
    });
    return members;
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
