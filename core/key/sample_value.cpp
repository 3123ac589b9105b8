#include "core/key/sample_value.h"

#include "core/text/unicode.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace idem {

const nlohmann::json* sampleValue(const KeyTemplate::Part& part, const nlohmann::json& args,
                                  const nlohmann::json& context)
{
    const nlohmann::json* value = part.fromContext ? &context : &args;
    for (std::size_t begin = 0; begin <= part.field.size();) {
        const std::size_t dot = std::min(part.field.find('.', begin), part.field.size());
        if (!value->is_object()) {
            return nullptr;
        }
        const auto found = value->find(part.field.substr(begin, dot - begin));
        if (found == value->end()) {
            return nullptr;
        }
        value = &*found;
        begin = dot + 1;
    }
    return value;
}

std::optional<QString> sampleText(const KeyTemplate::Part& part, const nlohmann::json* value)
{
    if (value == nullptr) {
        return std::nullopt;
    }
    QString text;
    if (value->is_number_integer()) { // may be the moment of the call
        text = fromUtf8(value->dump());
    } else if (value->is_string() && isValidUtf8(value->get_ref<const std::string&>())) {
        text = fromUtf8(value->get_ref<const std::string&>());
    } else {
        return std::nullopt;
    }
    for (const Normaliser& each : part.normalisers) {
        Result<QString> next = each.apply(text);
        if (!next) {
            return std::nullopt;
        }
        text = std::move(*next);
    }
    return text;
}

} // namespace idem
