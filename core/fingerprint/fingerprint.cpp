#include "core/fingerprint/fingerprint.h"

#include "core/fingerprint/identifying_members.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
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

} // namespace

Fingerprint fingerprint(const json& args, const FingerprintOptions& options)
{
    const IgnoredValues ignored(args, options.ignore);
    const NumberText numbers = numberText(options);
    if (!args.is_object()) {
        return {.digest = digestOf(canonicalJson(args, numbers, ignored)), .fields = {}};
    }
    Fingerprint out;
    std::string whole = "{";
    for (const CanonicalMember& member : identifyingMembers(args, options.identifies, ignored)) {
        const std::string text = canonicalJson(*member.value, numbers, ignored);
        whole += (whole.size() > 1 ? "," : "") + canonicalString(member.name) + ':' + text;
        out.fields.emplace_back(member.name, digestOf(text));
    }
    out.digest = digestOf(whole + '}');
    std::sort(out.fields.begin(), out.fields.end());
    return out;
}

Fingerprint fingerprint(const json& args, const std::vector<std::string>& identifies)
{
    return fingerprint(args, FingerprintOptions{.identifies = identifies});
}

Fingerprint fingerprint(const json& args, std::initializer_list<std::string> identifies)
{
    return fingerprint(args, FingerprintOptions{.identifies = identifies});
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

} // namespace idem
