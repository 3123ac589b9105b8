#include "simulations/run/candidate.h"

#include <algorithm>
#include <array>

namespace idem {

namespace {

bool meansAmount(const std::string& name)
{
    static constexpr std::array<std::string_view, 10> words{"amount", "price", "total", "sum",      "cents",
                                                            "value",  "cost",  "fee",   "quantity", "balance"};
    std::string lower;
    for (const char c : name) {
        lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

bool plainName(const std::string& name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
            || c == '-';
    });
}

} // namespace

std::string businessKey(const ToolSpec& tool, const nlohmann::json& args)
{
    std::string key = tool.makes;
    bool any = false;
    for (const std::string& field : tool.identifies) {
        const auto value = args.find(field);
        // An amount is not who or what: with another amount it is still the same action, and a conflict.
        if (value == args.end() || !plainName(field) || meansAmount(field)) {
            continue;
        }
        if (value->is_string()) {
            const std::string& text = value->get_ref<const std::string&>();
            const bool letters = std::any_of(text.begin(), text.end(), [](unsigned char c) {
                return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80;
            });
            key += ":{" + field + (letters ? "|trim|lower}" : "}");
            any = true;
        } else if (value->is_number_integer()) {
            key += ":{" + field + "}";
            any = true;
        }
    }
    return any ? key : std::string();
}

} // namespace idem
