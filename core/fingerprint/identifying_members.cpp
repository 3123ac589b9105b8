#include "core/fingerprint/identifying_members.h"

#include "core/text/unicode.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace idem {

std::vector<CanonicalMember> identifyingMembers(const nlohmann::json& args,
                                                const std::vector<std::string>& identifies,
                                                const IgnoredValues& ignored)
{
    std::vector<CanonicalMember> members = canonicalMembers(args, ignored);
    if (identifies.empty()) {
        return members;
    }
    std::vector<std::string> wanted;
    wanted.reserve(identifies.size());
    std::transform(identifies.begin(), identifies.end(), std::back_inserter(wanted),
                   [](const std::string& name) { return nfc(name); });
    std::erase_if(members, [&wanted](const CanonicalMember& member) {
        return std::find(wanted.begin(), wanted.end(), member.name) == wanted.end();
    });
    return members;
}

std::string identifyingText(const nlohmann::json& args, const FingerprintOptions& options,
                            const IgnoredValues& ignored)
{
    if (!args.is_object()) {
        return canonicalJson(args, numberText(options), ignored);
    }
    std::string out = "{";
    for (const CanonicalMember& member : identifyingMembers(args, options.identifies, ignored)) {
        out += (out.size() > 1 ? "," : "") + canonicalString(member.name) + ':'
            + canonicalJson(*member.value, numberText(options), ignored);
    }
    return out + '}';
}

NumberText numberText(const FingerprintOptions& options)
{
    return options.wholeNumbersEqual ? NumberText::ByValue : NumberText::AsWritten;
}

} // namespace idem
