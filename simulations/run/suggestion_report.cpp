#include "simulations/run/suggestion.h"
#include "simulations/run/text_table.h"

#include <nlohmann/json.hpp>

namespace idem {

using nlohmann::ordered_json;

std::string overrideText(const Override& change)
{
    const bool bare = change.value.is_string() && !ordered_json::accept(change.value.get<std::string>());
    return change.path + "="
        + (bare ? change.value.get<std::string>()
                : change.value.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

ordered_json suggestionsJson(const std::vector<Suggestion>& suggestions)
{
    ordered_json list = ordered_json::array();
    for (const Suggestion& each : suggestions) {
        ordered_json set = ordered_json::array();
        for (const Override& change : each.changes) {
            set.push_back(overrideText(change));
        }
        list.push_back({{"text", each.text},
                        {"set", std::move(set)},
                        {"effects", each.verdict.effects},
                        {"duplicates", each.verdict.duplicates},
                        {"told", each.verdict.told},
                        {"safe", each.verdict.safe},
                        {"last_resort", each.lastResort},
                        {"left", each.left.empty() ? ordered_json() : ordered_json(each.left)}});
    }
    return list;
}

std::string suggestionsText(const std::vector<Suggestion>& suggestions, bool safe)
{
    std::string out = "\nWhat would have stopped it\n";
    if (suggestions.empty()) {
        return out
            + (safe ? "  nothing to stop: the design is safe\n" : "  no small change was found that does\n");
    }
    TextTable table({"", ""});
    for (const Suggestion& each : suggestions) {
        table.add({each.outcome, each.text + (each.left.empty() ? "" : "; but " + each.left)});
        std::string command;
        for (const Override& change : each.changes) {
            command += (command.empty() ? "--set '" : " --set '") + overrideText(change) + "'";
        }
        table.add({"", command});
    }
    const std::string text = table.text();
    return out + text.substr(text.find('\n') + 1);
}

} // namespace idem
