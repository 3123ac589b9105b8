#include "tests/simulations/any_scenario.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace idem::test {

namespace {

using nlohmann::json;

std::string pick(std::vector<std::string> words)
{
    return *rc::gen::elementOf(words);
}

int number(int from, int to)
{
    return *rc::gen::inRange(from, to + 1);
}

bool perhaps()
{
    return number(0, 1) == 1;
}

std::string duration(int to)
{
    return std::to_string(number(0, to)) + "ms";
}

/// How a layer waits, beside how often it repeats.
void wait(json& layer, int after)
{
    if (number(0, 3) == 0) {
        layer["waits"] = {duration(after), duration(2 * after)};
    } else {
        layer["after"] = duration(after);
        layer["factor"] = number(1, 3);
        layer["cap"] = pick({"never", "2s"});
    }
    layer["jitter"] = 0.25 * number(0, 4);
    layer["within"] = pick({"never", "never", "3s"});
}

json anyTool(const std::string& name, Designs designs)
{
    std::vector<std::string> guards{
        "none",    "check_then_act",  "check_then_insert", "record_after",           "claim_first",
        "reserve", "one_transaction", "provider_key",      "provider_key_and_record"};
    if (designs == Designs::Any) {
        guards.insert(guards.end(), {"two_writes", "high_water_mark"});
    }
    json tool{{"makes", name},
              {"key",
               pick({"none", "call_id", "args_hash", "random", "timestamp", "event_id", "request_id",
                     name + ":{order}", "{$run}:{order}"})},
              {"guard", pick(guards)},
              {"runs_as", pick({"thread", "async"})},
              {"on_expired", pick({"reconcile", "take_over"})},
              {"lease", duration(3000)},
              {"retention", pick({"never", "1s", "10s"})},
              {"concurrency", number(0, 2)},
              {"timeout", pick({"never", "100ms", "700ms"})},
              {"identifies", {"order"}}};
    if (tool["guard"] == "high_water_mark") {
        tool["sequence"] = "order";
    }
    return tool;
}

json anyProvider(Designs designs)
{
    json provider{
        {"latency", {{"from", duration(100)}, {"to", "900ms"}}},
        {"network", duration(50)},
        {"accepts_keys", perhaps()},
        {"status_lookup", perhaps()},
        {"shows_after", pick({"0s", "0s", "1s"})},
        {"stores", pick({"success", "refusals", "everything"})},
        {"while_running", designs == Designs::Any ? pick({"in_progress", "replayed"}) : "in_progress"},
        {"keeps_keys", pick({"never", "500ms", "24h"})}};
    if (number(0, 4) == 0) {
        provider["rate_limit"] = {{"calls", number(1, 3)}, {"per", duration(900)}};
    }
    return provider;
}

json anyLayers()
{
    json layers;
    layers["user"] = {{"sends_again", number(0, 1)},
                      {"message_id", pick({"new", "same"})},
                      {"asks_again", number(0, 1)},
                      {"asks_again_after", duration(5000)}};
    wait(layers["user"], 600);
    layers["sdk"] = {{"resends", number(0, 2)},
                     {"timeout", pick({"never", "300ms"})},
                     {"key", pick({"same", "new", "none"})}};
    if (perhaps()) {
        layers["sdk"]["on"] = {"timeout", "lost", "error", "rejected"};
    }
    wait(layers["sdk"], 100);
    layers["tool"] = {{"tries_again", number(0, 1)}};
    wait(layers["tool"], 300);
    if (perhaps()) {
        layers["model"] = {{"calls_again", number(0, 2)},
                           {"asks_at_once", number(1, 2)},
                           {"asks_again_later", number(0, 1)},
                           {"rewords", {"memo"}},
                           {"call_ids", pick({"new", "new", "reused"})},
                           {"on_unknown", pick({"call_again", "check_status", "give_up"})},
                           {"check_after", duration(900)}};
    }
    if (perhaps()) {
        layers["runtime"] = {{"retries", number(0, 1)},
                             {"restarts_after", pick({"never", "400ms"})},
                             {"dead_letter_after", pick({"never", "never", "20s"})},
                             {"journal", perhaps()},
                             {"clock_skew", pick({"0s", "0s", "500ms"})}};
        if (layers["runtime"]["retries"] > 0 && perhaps()) {
            layers["runtime"]["lease"] = duration(2000);
        }
        wait(layers["runtime"], 900);
    }
    if (perhaps()) {
        layers["webhook"] = {{"redelivers", number(0, 1)},
                             {"timeout", duration(900)},
                             {"event_id", pick({"stable", "new"})},
                             {"receivers", number(1, 2)},
                             {"acknowledges", pick({"after_work", "at_once"})}};
        wait(layers["webhook"], 900);
    }
    return layers;
}

json anyFaults(const json& scenario, Designs designs)
{
    using Kind = std::pair<const char*, const char*>;
    constexpr std::array kinds{Kind{"provider", "lost_response"},
                               Kind{"provider", "fail_before_effect"},
                               Kind{"provider", "fail_after_effect"},
                               Kind{"provider", "concurrent_duplicate"},
                               Kind{"tool", "crash_before_record"},
                               Kind{"tool", "crash_before_effect"},
                               Kind{"tool", "fail_after_effect"},
                               Kind{"tool", "timeout_after_success"},
                               Kind{"tool", "concurrent_duplicate"},
                               Kind{"tool", "reworded_args"},
                               Kind{"tool", "key_regenerated"},
                               Kind{"tool", "key_not_forwarded"},
                               Kind{"tool", "lease_expired"},
                               Kind{"tool", "guard_stores_failure"},
                               Kind{"tool", "id_reuse"},
                               Kind{"model", "fail_after_effect"},
                               Kind{"model", "context_trimmed"},
                               Kind{"runtime", "double_dispatch"},
                               Kind{"runtime", "replay_from_checkpoint"},
                               Kind{"webhook", "redelivery"},
                               Kind{"webhook", "concurrent_duplicate"},
                               Kind{"webhook", "out_of_order"},
                               Kind{"user", "concurrent_duplicate"}};
    const json& actions = scenario["actions"];
    const bool byWebhook = std::any_of(actions.begin(), actions.end(),
                                       [](const json& action) { return action["by"] == "webhook"; });
    json faults = json::array();
    for (const auto& [layer, kind] : kinds) {
        // A fault of a layer that takes no part is refused.
        const bool there = std::string(layer) == "provider" || scenario["layers"].contains(layer)
            || (std::string(layer) == "webhook" && byWebhook);
        const bool loses = std::string(kind) == "id_reuse" && designs == Designs::ThatLoseNothing;
        if (there && !loses && number(0, 7) == 0) {
            faults.push_back({{"layer", layer}, {"kind", kind}, {"calls", {number(1, 3)}}});
        }
    }
    return faults;
}

json makeScenario(Designs designs)
{
    json scenario{{"idemscope", 1}, {"title", "random"}, {"seed", number(0, 1000)}};
    scenario["tools"]["act"] = anyTool("act", designs);
    if (number(0, 3) == 0) {
        scenario["tools"]["mail"] = anyTool("mail", designs);
        scenario["tools"]["act"]["then"] = "mail";
        scenario["tools"]["act"]["then_before_recording"] = designs == Designs::Any && perhaps();
    }
    scenario["provider"] = anyProvider(designs);
    for (int i = 0; i < number(1, 3); ++i) {
        scenario["actions"].push_back({{"name", "a" + std::to_string(i)},
                                       {"tool", "act"},
                                       {"by", pick({"user", "webhook", "tool"})},
                                       {"at", duration(500)},
                                       {"args", {{"order", i}, {"memo", "m"}}}});
    }
    scenario["layers"] = anyLayers();
    scenario["faults"] = anyFaults(scenario, designs);
    return scenario;
}

} // namespace

rc::Gen<std::string> anyScenario(Designs designs)
{
    return rc::gen::exec([designs] { return makeScenario(designs).dump(); });
}

json scenarioNumber(std::uint64_t number, Designs designs)
{
    constexpr int size = 50;
    return json::parse(anyScenario(designs)(rc::Random(number), size).value());
}

} // namespace idem::test
