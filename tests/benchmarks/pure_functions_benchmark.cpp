#include "core/key/key_template.h"
#include "core/reservation/decide.h"
#include "tests/benchmarks/engine_loop.h"
#include "tests/benchmarks/registration.h"

#include <nlohmann/json.hpp>

namespace idem {

void registerPureFunctions(Ratios& ratios)
{
    Comparison& decision
        = ratios.add({.what = "decide()", .wants = Comparison::Wants::Below, .target = 100e-9});
    registerComparison("ratio/decide", [&decision](benchmark::State& state) {
        Standing record{State::Processing, false, false};
        const Policy policy;
        measure(state, decision, {10'000, [&] {
                                      for (int i = 0; i < 10'000; ++i) {
                                          benchmark::DoNotOptimize(record);
                                          benchmark::DoNotOptimize(decide(&record, true, policy));
                                      }
                                  }});
    });
    Comparison& naming = ratios.add(
        {.what = "key + fingerprint of the invoice", .wants = Comparison::Wants::Below, .target = 5e-6});
    registerComparison("ratio/key_and_fingerprint", [&naming](benchmark::State& state) {
        const KeyTemplate key = must(KeyTemplate::parse("invoice:{customer|trim|lower}:{period}"));
        const nlohmann::json args{
            {"customer", " Acme"}, {"period", "2026-10"}, {"amount", 120}, {"memo", "Support for October"}};
        const std::vector<std::string> identifies{"customer", "period", "amount"};
        const nlohmann::json context = nlohmann::json::object();
        measure(state, naming, {100, [&] {
                                    for (int i = 0; i < 100; ++i) {
                                        benchmark::DoNotOptimize(key.expand(args, context));
                                        benchmark::DoNotOptimize(fingerprint(args, identifies));
                                    }
                                }});
    });
}

} // namespace idem
