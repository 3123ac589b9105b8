#include "core/fingerprint/ignored_values.h"

#include "core/fingerprint/json_pointer.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>

namespace idem {

namespace {

using nlohmann::json;

// Several where names became equal only by normalisation.
void addChildren(const json& parent, const std::string& token, std::vector<const json*>& out)
{
    if (parent.is_object()) {
        const std::string wanted = nfc(token);
        for (const auto& [name, child] : parent.get_ref<const json::object_t&>()) {
            if (name == wanted || nfc(name) == wanted) {
                out.push_back(&child);
            }
        }
    } else if (parent.is_array()) {
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
        const bool isIndex = error == std::errc() && end == token.data() + token.size()
            && (token.size() == 1 || token.front() != '0');
        if (isIndex && index < parent.size()) {
            out.push_back(&parent[index]);
        }
    }
}

} // namespace

IgnoredValues::IgnoredValues(const json& value, const std::vector<std::string>& pointers)
{
    for (const std::string& pointer : pointers) {
        const auto tokens = pointerTokens(pointer);
        if (!tokens || tokens->empty()) {
            continue;
        }
        std::vector<const json*> here = {&value};
        for (const std::string& token : *tokens) {
            std::vector<const json*> next;
            for (const json* each : here) {
                addChildren(*each, token, next);
            }
            here = std::move(next);
        }
        m_values.insert(m_values.end(), here.begin(), here.end());
    }
    std::sort(m_values.begin(), m_values.end(), std::less<>());
}

bool IgnoredValues::contains(const json& value) const
{
    return !m_values.empty() && std::binary_search(m_values.begin(), m_values.end(), &value, std::less<>());
}

} // namespace idem
