#include "simulations/run/cause.h"

#include "simulations/run/evidence.h"
#include "simulations/run/key_change.h"
#include "simulations/run/lookup.h"
#include "simulations/run/missing.h"
#include "simulations/run/repeat_rule.h"
#include "simulations/run/rule_text.h"

#include <algorithm>

namespace idem {

namespace {

DuplicateCause causeOf(const Evidence& evidence, const LedgerRow& first, const LedgerRow& row)
{
    // Whose request came later is the repeat, whichever took effect first.
    const bool inOrder = first.call < row.call;
    const LedgerRow& earlier = inOrder ? first : row;
    const LedgerRow& later = inOrder ? row : first;
    DuplicateCause cause;
    cause.effect = row.effect;
    cause.repeats = first.effect;
    cause.rules = whyRepeated(evidence, earlier, later);
    cause.repeatedBy = repeaterOf(evidence.call(divergence(evidence, earlier.call, later.call)));
    cause.chain = evidence.chainOf(row.call);
    cause.why = whyText(evidence, cause, earlier, later);
    return cause;
}

} // namespace

Causes causesOf(const Trace& trace, const Snapshot& end)
{
    EffectCounts effects(trace);
    std::vector<int> first(effects.size(), -1); // by action and step
    const auto firstOf = [&](const LedgerRow& row) -> int& {
        return first[effects.place(row.action, effects.stepOf(row.args))];
    };
    bool all = true; // every step of every action has exactly one effect
    for (const LedgerRow& row : end.ledger) {
        firstOf(row) = firstOf(row) < 0 ? row.effect : firstOf(row);
        all = effects.add(row.action, row.args) == 1 && all;
    }
    for (std::size_t i = 0; i < trace.scenario->actions.size() && all; ++i) {
        for (const int step : stepsOf(*trace.scenario, trace.scenario->actions[i])) {
            all = all && effects.of(static_cast<int>(i), step) > 0;
        }
    }
    Causes causes;
    if (all) {
        return causes; // the common case of a good design costs nothing
    }
    const Evidence evidence(trace, end);
    for (const LedgerRow& row : end.ledger) {
        const LedgerRow& before = end.ledger[static_cast<std::size_t>(firstOf(row))];
        if (row.duplicate) {
            causes.duplicates.push_back(causeOf(evidence, before, row));
        }
    }
    causes.missing = missingOf(evidence, effects);
    return causes;
}

} // namespace idem
