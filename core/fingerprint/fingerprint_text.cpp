#include "core/fingerprint/fingerprint_text.h"

#include "core/fingerprint/canonical_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace idem {

namespace {

using nlohmann::json;

constexpr std::size_t hexLength = 2 * std::tuple_size_v<Digest>;
constexpr std::uint8_t notHex = 0xFF;

// Of every byte, so that reading one takes no branch; lower case only, as hex() writes it.
constexpr std::array<std::uint8_t, 256> hexValues = [] {
    std::array<std::uint8_t, 256> out{};
    out.fill(notHex);
    for (std::uint8_t i = 0; i < 16; ++i) {
        out[static_cast<std::size_t>(i < 10 ? '0' + i : 'a' + i - 10)] = i;
    }
    return out;
}();

bool readDigest(std::string_view text, Digest& out)
{
    unsigned seen = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const unsigned high = hexValues[static_cast<unsigned char>(text[2 * i])];
        const unsigned low = hexValues[static_cast<unsigned char>(text[2 * i + 1])];
        seen |= high | low;
        out[i] = static_cast<std::uint8_t>((high << 4U) | low);
    }
    return seen < 16;
}

std::optional<Digest> digestFromHex(const json& value)
{
    Digest digest{};
    if (!value.is_string() || value.get_ref<const std::string&>().size() != hexLength
        || !readDigest(value.get_ref<const std::string&>(), digest)) {
        return std::nullopt;
    }
    return digest;
}

/// Reads exactly what toText() writes where the names need no escape and are ASCII, which is nearly always: a
/// store does this for every row. Says no to everything else, right or wrong. Lives during one call.
class Scanner
{
public:
    explicit Scanner(std::string_view text)
        : m_rest(text)
    {
    }

    bool read(Fingerprint& out)
    {
        if (!take("{\"digest\":") || !takeDigest(out.digest) || !take(",\"fields\":{")) {
            return false;
        }
        if (take("}}")) {
            return m_rest.empty();
        }
        constexpr std::size_t shortestField = hexLength + 6;
        out.fields.reserve(m_rest.size() / shortestField);
        do {
            const std::string_view name = takeName();
            // In the order of toText(), each once: the slow way sorts, and takes the last of two.
            if (!m_nameIsPlain || (!out.fields.empty() && out.fields.back().first >= name)) {
                return false;
            }
            Digest& digest = out.fields.emplace_back(name, Digest{}).second;
            if (!take(":") || !takeDigest(digest)) {
                return false;
            }
        } while (take(","));
        return m_rest == "}}";
    }

private:
    bool take(std::string_view expected)
    {
        const bool there = m_rest.starts_with(expected);
        m_rest.remove_prefix(there ? expected.size() : 0);
        return there;
    }

    bool takeDigest(Digest& out)
    {
        if (m_rest.size() < hexLength + 2 || m_rest.front() != '"' || m_rest[hexLength + 1] != '"'
            || !readDigest(m_rest.substr(1, hexLength), out)) {
            return false;
        }
        m_rest.remove_prefix(hexLength + 2);
        return true;
    }

    std::string_view takeName()
    {
        m_nameIsPlain = take("\"");
        std::size_t end = 0;
        while (end < m_rest.size() && m_rest[end] != '"') {
            const auto byte = static_cast<unsigned char>(m_rest[end]);
            m_nameIsPlain = m_nameIsPlain && byte >= 0x20 && byte < 0x80 && byte != '\\';
            ++end;
        }
        m_nameIsPlain = m_nameIsPlain && end < m_rest.size();
        const std::string_view name = m_rest.substr(0, end);
        m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
        return name;
    }

    std::string_view m_rest;
    bool m_nameIsPlain = false; ///< the last one: complete, ASCII, no escapes
};

} // namespace

std::string hex(const Digest& digest)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    out.reserve(2 * digest.size());
    for (const std::uint8_t byte : digest) {
        out += digits[byte >> 4U];
        out += digits[byte & 0xFU];
    }
    return out;
}

std::string toText(const Fingerprint& fingerprint)
{
    std::string out = "{\"digest\":\"" + hex(fingerprint.digest) + "\",\"fields\":{";
    bool first = true;
    for (const auto& [name, digest] : fingerprint.fields) {
        out += (first ? "" : ",") + canonicalString(name) + ":\"" + hex(digest) + '"';
        first = false;
    }
    return out + "}}";
}

Fingerprint fingerprintFromText(std::string_view text)
{
    Fingerprint out;
    return Scanner(text).read(out) ? out : fingerprintFromAnyText(text);
}

Fingerprint fingerprintFromAnyText(std::string_view text)
{
    const json parsed = json::parse(text, nullptr, false);
    if (!parsed.is_object() || !parsed.contains("digest") || !parsed.contains("fields")
        || !parsed["fields"].is_object()) {
        return {};
    }
    const auto digest = digestFromHex(parsed["digest"]);
    if (!digest) {
        return {};
    }
    Fingerprint out{.digest = *digest, .fields = {}};
    for (const auto& [name, value] : parsed["fields"].items()) {
        const auto field = digestFromHex(value);
        if (!field) {
            return {};
        }
        out.fields.emplace_back(name, *field);
    }
    std::sort(out.fields.begin(), out.fields.end());
    return out;
}

} // namespace idem
