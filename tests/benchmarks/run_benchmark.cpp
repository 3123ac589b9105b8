#include "simulations/run/explanation.h"
#include "simulations/run/run.h"
#include "simulations/run/verdict.h"
#include "simulations/scenario/scenario_file.h"

#include <benchmark/benchmark.h>

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

void ReadAndBuildInvoiceNaive(benchmark::State& state)
{
    const auto file = idem::readBundled("invoice-naive");
    for (auto step : state) {
        benchmark::DoNotOptimize(idem::buildScenario(*file, {"business key", {}, {}}).ok());
    }
}
BENCHMARK(ReadAndBuildInvoiceNaive)->Unit(benchmark::kMicrosecond);

} // namespace
