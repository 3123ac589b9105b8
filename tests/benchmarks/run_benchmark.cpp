#include "simulations/run/explanation.h"
#include "simulations/run/run.h"
#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario_file.h"
#include "simulations/world/plan.h"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>
#include <string>

namespace {

std::shared_ptr<const idem::Scenario> bundled(const char* name, const char* variant)
{
    const auto file = idem::readBundled(name);
    auto scenario = idem::buildScenario(*file, {variant, {}, {}});
    return std::make_shared<const idem::Scenario>(std::move(*scenario));
}

void RunInvoiceNaive(benchmark::State& state)
{
    const auto scenario = bundled("invoice-naive", "");
    std::size_t events = 0;
    for (auto step : state) {
        const idem::Trace trace = idem::runScenario(scenario);
        events += trace.events.size();
        benchmark::DoNotOptimize(trace.events.data());
    }
    state.counters["events/s"] = benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}
BENCHMARK(RunInvoiceNaive)->Unit(benchmark::kMicrosecond);

void RunJudgeAndExplainInvoiceNaive(benchmark::State& state)
{
    const auto scenario = bundled("invoice-naive", "");
    for (auto step : state) {
        const idem::Trace trace = idem::runScenario(scenario);
        benchmark::DoNotOptimize(idem::judge(trace));
        benchmark::DoNotOptimize(idem::explain(trace));
    }
}
BENCHMARK(RunJudgeAndExplainInvoiceNaive)->Unit(benchmark::kMicrosecond);

void RunSixLayers(benchmark::State& state)
{
    const auto scenario = bundled("six-layers", "");
    for (auto step : state) {
        benchmark::DoNotOptimize(idem::runScenario(scenario).events.size());
    }
}
BENCHMARK(RunSixLayers)->Unit(benchmark::kMicrosecond);

/// Many actions of one tool in one world: a tool that gives up, a model that calls again, reservations.
std::shared_ptr<const idem::Scenario> largeWorld(int actions)
{
    nlohmann::ordered_json document = nlohmann::ordered_json::parse(R"({
      "idemscope": 1, "title": "many invoices",
      "tools": { "send_invoice": { "timeout": "2s", "key": "invoice:{customer|trim|lower}:{period}",
                                   "guard": "provider_key_and_record", "identifies": ["customer", "period"] } },
      "layers": { "runtime": {}, "model": { "calls_again": 2 } } })");
    for (int i = 0; i < actions; ++i) {
        document["actions"].push_back(
            {{"name", "invoice " + std::to_string(i)},
             {"tool", "send_invoice"},
             {"at", std::to_string(i % 1000 * 10) + "ms"},
             {"args", {{"customer", "c" + std::to_string(i)}, {"period", "2026-10"}}}});
    }
    const auto file = idem::readScenarioText(document.dump(), "large.json");
    auto scenario = idem::buildScenario(*file, {});
    return std::make_shared<const idem::Scenario>(std::move(*scenario));
}

void RunWorldOfManyActions(benchmark::State& state)
{
    const idem::Plan plan(largeWorld(static_cast<int>(state.range(0))));
    std::size_t events = 0;
    for (auto step : state) {
        const idem::Trace trace = idem::runPlan(plan);
        events += trace.events.size();
        benchmark::DoNotOptimize(trace.events.data());
    }
    state.counters["events"] = static_cast<double>(events) / static_cast<double>(state.iterations());
    state.counters["events/s"] = benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}
BENCHMARK(RunWorldOfManyActions)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void ReadAndBuildInvoiceNaive(benchmark::State& state)
{
    const auto file = idem::readBundled("invoice-naive");
    for (auto step : state) {
        benchmark::DoNotOptimize(idem::buildScenario(*file, {"business key", {}, {}}).ok());
    }
}
BENCHMARK(ReadAndBuildInvoiceNaive)->Unit(benchmark::kMicrosecond);

} // namespace
