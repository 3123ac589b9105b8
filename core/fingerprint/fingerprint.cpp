#include "core/fingerprint/fingerprint.h"

#include "core/fingerprint/canonical_json.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <QByteArrayView>
#include <QCryptographicHash>

namespace idem {

namespace {

using nlohmann::json;

Digest digestOf(std::string_view text)
{
    const QByteArray bytes = QCryptographicHash::hash(
        QByteArrayView(text.data(), static_cast<qsizetype>(text.size())), QCryptographicHash::Sha256);
    Digest digest{};
    std::copy_n(bytes.begin(), digest.size(), digest.begin());
    return digest;
}

struct Member
{
    std::string name; ///< in NFC
    std::string text; ///< the value as canonical JSON
};

// In the order in which canonical JSON has them.
std::vector<Member> identifyingMembers(const json& args, const std::vector<std::string>& identifies)
{
    std::vector<std::string> wanted;
    std::transform(identifies.begin(), identifies.end(), std::back_inserter(wanted),
                   [](const std::string& name) { return nfc(name); });
    std::vector<Member> members;
    for (const auto& [rawName, value] : args.get_ref<const json::object_t&>()) {
        std::string name = nfc(rawName);
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end()) {
            members.push_back({std::move(name), canonicalJson(value)});
        }
    }
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return lessByUtf16(a.name, b.name); });
    return members;
}

std::optional<std::uint8_t> hexValue(char c)
{
    if (c >= '0' && c <= '9') {
        return static_cast<std::uint8_t>(c - '0');
    }
    if (c >= 'a' && c <= 'f') {
        return static_cast<std::uint8_t>(c - 'a' + 10);
    }
    return std::nullopt;
}

std::optional<Digest> digestFromHex(const json& value)
{
    Digest digest{};
    if (!value.is_string() || value.get_ref<const std::string&>().size() != 2 * digest.size()) {
        return std::nullopt;
    }
    const auto& text = value.get_ref<const std::string&>();
    for (std::size_t i = 0; i < digest.size(); ++i) {
        const auto high = hexValue(text[2 * i]);
        const auto low = hexValue(text[2 * i + 1]);
        if (!high || !low) {
            return std::nullopt;
        }
        digest[i] = static_cast<std::uint8_t>((*high << 4U) | *low);
    }
    return digest;
}

} // namespace

Fingerprint fingerprint(const json& args, const std::vector<std::string>& identifies)
{
    if (!args.is_object()) {
        return {.digest = digestOf(canonicalJson(args)), .fields = {}};
    }
    Fingerprint out;
    std::string whole = "{";
    for (const Member& member : identifyingMembers(args, identifies)) {
        whole += (whole.size() > 1 ? "," : "") + canonicalString(member.name) + ':' + member.text;
        out.fields.emplace_back(member.name, digestOf(member.text));
    }
    out.digest = digestOf(whole + '}');
    std::sort(out.fields.begin(), out.fields.end());
    return out;
}

std::vector<std::string> differingFields(const Fingerprint& first, const Fingerprint& second)
{
    std::vector<std::pair<std::string, Digest>> different;
    std::set_symmetric_difference(first.fields.begin(), first.fields.end(), second.fields.begin(),
                                  second.fields.end(), std::back_inserter(different));
    std::vector<std::string> names;
    for (auto& field : different) {
        if (names.empty() || names.back() != field.first) {
            names.push_back(std::move(field.first));
        }
    }
    return names;
}

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
