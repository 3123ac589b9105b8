#include "simulations/scenario/expectation_check.h"

#include <nlohmann/json.hpp>

namespace idem {

std::optional<SchemaFault> checkExpectations(const nlohmann::ordered_json& document)
{
    using nlohmann::ordered_json;
    const ordered_json expectations = document.value("expect", ordered_json::object());
    for (const auto& [variant, expectation] : expectations.items()) {
        for (const auto& [figure, expected] : expectation.items()) {
            const bool range = expected.is_object() && expected.contains("min") && expected.contains("max");
            if (range && expected["min"] > expected["max"]) {
                const auto pointer = ordered_json::json_pointer("/expect") / variant / figure;
                return SchemaFault{pointer.to_string(),
                                   "no number is at least " + expected["min"].dump() + " and at most "
                                       + expected["max"].dump(),
                                   "Write the smaller one as \"min\""};
            }
        }
    }
    return std::nullopt;
}

} // namespace idem
