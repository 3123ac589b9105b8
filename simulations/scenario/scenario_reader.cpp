#include "simulations/scenario/scenario_reader.h"

#include "simulations/scenario/duration.h"

#include <algorithm>

namespace idem {

Scenario ScenarioReader::read(const std::string& variant)
{
    Scenario scenario;
    scenario.title = m_document.value("title", "");
    scenario.story = m_document.value("story", "");
    scenario.lesson = m_document.value("lesson", "");
    scenario.variant = variant;
    scenario.seed = m_document.value("seed", std::uint64_t{0});
    readProvider(scenario.provider);
    // Members of `tools` in the file's order, so that the first tool is the one people wrote first.
    for (const auto& [name, unused] : m_patched.document["tools"].items()) {
        scenario.tools.push_back(readTool(name));
    }
    readThen(scenario);
    for (std::size_t i = 0; i < m_document["actions"].size(); ++i) {
        scenario.actions.push_back(readAction(i, scenario));
    }
    readLayers(scenario.layers);
    const bool byWebhook = std::any_of(scenario.actions.begin(), scenario.actions.end(),
                                       [](const ActionSpec& action) { return action.by == Layer::Webhook; });
    if (byWebhook && !scenario.layers.webhook) {
        scenario.layers.webhook.emplace();
    }
    checkRewords(scenario);
    checkUnique(scenario);
    for (std::size_t i = 0; m_document.contains("faults") && i < m_document["faults"].size(); ++i) {
        scenario.faults.push_back(readFault("/faults/" + std::to_string(i), scenario.layers));
    }
    scenario.expect = m_document.value("expect", json::object()).value(variant, json::object());
    return scenario;
}

const nlohmann::json* ScenarioReader::find(const std::string& pointer) const
{
    const json::json_pointer at(pointer);
    return m_document.contains(at) ? &m_document.at(at) : nullptr;
}

void ScenarioReader::refuse(const std::string& pointer, std::string cause, std::string cure) const
{
    throw Error{placeOf(m_file, m_patched, pointer), std::move(cause), std::move(cure)};
}

Micros ScenarioReader::checkedDuration(const std::string& pointer, const std::string& text) const
{
    const Micros duration = parseDuration(text).value_or(never - 1);
    if (duration != never && duration > longestDuration) {
        refuse(pointer, "the duration \"" + text + "\" is longer than ten years",
               "Check its unit: us, ms, s, m, h or d");
    }
    return duration;
}

void ScenarioReader::duration(const std::string& pointer, Micros& into) const
{
    if (const json* value = find(pointer)) {
        into = checkedDuration(pointer, value->get<std::string>());
    }
}

void ScenarioReader::readSpan(const std::string& pointer, Span& span) const
{
    const json* value = find(pointer);
    if (value == nullptr) {
        return;
    }
    if (value->is_string()) {
        span.points = {{0, checkedDuration(pointer, value->get<std::string>())}};
        return;
    }
    const bool range = value->contains("from") && value->contains("to") && value->size() == 2;
    const bool quantiles
        = value->contains("p50") && value->contains("p90") && value->contains("p99") && value->size() == 3;
    if (!range && !quantiles) {
        refuse(pointer, "this is neither a range nor a list of quantiles",
               "Write both \"from\" and \"to\", or all of \"p50\", \"p90\" and \"p99\"");
    }
    const auto at = [&](const char* name) {
        return checkedDuration(pointer + "/" + name, value->at(name).get<std::string>());
    };
    // Below the median it falls to half of it, beyond the last quantile it stays there.
    span.points = range
        ? std::vector<Span::Point>{{0, at("from")}, {1, at("to")}}
        : std::vector<Span::Point>{{0, at("p50") / 2}, {0.5, at("p50")}, {0.9, at("p90")}, {0.99, at("p99")}};
    const bool ordered = std::is_sorted(span.points.begin(), span.points.end(),
                                        [](const auto& a, const auto& b) { return a.at < b.at; });
    if (!ordered) {
        refuse(pointer, range ? "the range ends before it starts" : "the quantiles do not rise",
               range ? "Write the shorter duration at \"from\"" : "Write the shortest at \"p50\"");
    }
}

void ScenarioReader::readRepeats(const std::string& layer, const std::string& count, Repeats& repeats) const
{
    plain(layer + "/" + count, repeats.times);
    duration(layer + "/after", repeats.after);
    plain(layer + "/factor", repeats.factor);
    duration(layer + "/cap", repeats.cap);
    plain(layer + "/jitter", repeats.jitter);
    duration(layer + "/within", repeats.within);
    if (const json* waits = find(layer + "/waits")) {
        if (find(layer + "/after") != nullptr || find(layer + "/factor") != nullptr) {
            refuse(layer + "/waits", "the layer has both \"waits\" and \"after\" or \"factor\"",
                   "Keep one of them: \"waits\" gives every wait itself");
        }
        for (std::size_t i = 0; i < waits->size(); ++i) {
            const std::string at = layer + "/waits/" + std::to_string(i);
            repeats.waits.push_back(checkedDuration(at, (*waits)[i].get<std::string>()));
        }
    }
    if (const json* answers = find(layer + "/on")) {
        repeats.on = {};
        for (const json& answer : *answers) {
            repeats.on.add(*callAnswerNamed(answer.get<std::string>()));
        }
    }
}

} // namespace idem
