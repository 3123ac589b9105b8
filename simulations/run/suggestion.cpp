#include "simulations/run/suggestion.h"

#include "simulations/run/candidate.h"
#include "simulations/run/run.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace idem {

namespace {

using Kind = Candidate::Kind;
using Picked = std::vector<std::size_t>; ///< indices of candidates, in their order

/// Runs sets of candidates, the smallest first, and keeps those that go further than all they contain.
class Search
{
public:
    Search(const ScenarioFile& file, const Choice& choice, const SuggestOptions& options)
        : m_file(file)
        , m_choice(choice)
        , m_options(options)
    {
    }

    std::vector<Suggestion> find()
    {
        const auto base = run({});
        if (!base || base->second.safe || base->first.end != RunEnd::Finished) {
            return {};
        }
        m_base = cureOf(base->second);
        m_candidates = candidatesFor(base->first, base->second);
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            tryOut({i});
        }
        // A key needs a guard that uses it, and a guard a key: such a pair is one design.
        pairs([](Kind a, Kind b) { return a == Kind::Key && b == Kind::Guard; });
        pairs([](Kind a, Kind b) {
            return a != b && !(a == Kind::Key && b == Kind::Guard) && a != Kind::FewerRepeats
                && b != Kind::FewerRepeats;
        });
        if (!anyReaches(Cure::Safe)) {
            designsWithOneMore();
        }
        sort();
        return std::move(m_found);
    }

private:
    std::optional<std::pair<Trace, Verdict>> run(const std::vector<Override>& changes)
    {
        ++m_runs;
        if (m_options.runs != nullptr) {
            m_options.runs->store(m_runs, std::memory_order_relaxed);
        }
        Choice choice = m_choice;
        choice.overrides.insert(choice.overrides.end(), changes.begin(), changes.end());
        auto scenario = buildScenario(m_file, choice);
        if (!scenario) {
            return std::nullopt; // this scenario has no such member, or it does not go with the others
        }
        Trace trace = runScenario(std::make_shared<const Scenario>(std::move(*scenario)),
                                  {.maxEvents = m_options.mostEvents, .stop = m_options.stop});
        m_events += trace.events.size();
        Verdict verdict = judge(trace);
        return std::make_pair(std::move(trace), std::move(verdict));
    }

    bool mayGoOn() const
    {
        return m_runs < m_options.mostRuns && m_events < m_options.mostEventsInAll
            && (m_options.stop == nullptr || !m_options.stop->load(std::memory_order_relaxed));
    }

    template <typename Fit>
    void pairs(Fit fit)
    {
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            for (std::size_t j = i + 1; j < m_candidates.size(); ++j) {
                if (fit(m_candidates[i].kind, m_candidates[j].kind)) {
                    tryOut({i, j});
                }
            }
        }
    }

    void designsWithOneMore()
    {
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            for (std::size_t j = i + 1; j < m_candidates.size(); ++j) {
                for (std::size_t k = j + 1; k < m_candidates.size(); ++k) {
                    const bool design
                        = m_candidates[i].kind == Kind::Key && m_candidates[j].kind == Kind::Guard;
                    const Kind more = m_candidates[k].kind;
                    if (design && more != Kind::Guard && more != Kind::FewerRepeats) {
                        tryOut({i, j, k});
                    }
                }
            }
        }
    }

    /// How far something that is contained in `picked` goes already. A guard that does what two others do
    /// contains both.
    Cure reached(Picked picked) const
    {
        for (const std::size_t index : Picked(picked)) {
            const Candidate& candidate = m_candidates[index];
            for (std::size_t i = 0; candidate.doesBoth && i < m_candidates.size(); ++i) {
                if (i != index && m_candidates[i].kind == candidate.kind) {
                    picked.push_back(i);
                }
            }
        }
        std::sort(picked.begin(), picked.end());
        Cure cure = m_base;
        for (std::size_t i = 0; i < m_found.size(); ++i) {
            const Picked& smaller = m_picked[i];
            if (std::includes(picked.begin(), picked.end(), smaller.begin(), smaller.end())) {
                cure = std::max(cure, m_found[i].cure);
            }
        }
        return cure;
    }

    bool anyReaches(Cure cure) const
    {
        return std::any_of(m_found.begin(), m_found.end(),
                           [&](const Suggestion& each) { return each.cure >= cure && !each.lastResort; });
    }

    void tryOut(const Picked& picked)
    {
        const Cure before = reached(picked);
        if (before == Cure::SafeAndTold || !mayGoOn()) {
            return;
        }
        Suggestion suggestion;
        for (const std::size_t index : picked) {
            const Candidate& candidate = m_candidates[index];
            suggestion.changes.insert(suggestion.changes.end(), candidate.changes.begin(),
                                      candidate.changes.end());
            suggestion.text += (suggestion.text.empty() ? "" : ", ") + candidate.text;
            suggestion.lastResort = suggestion.lastResort || candidate.kind == Kind::FewerRepeats;
        }
        auto result = run(suggestion.changes);
        if (!result || result->first.end != RunEnd::Finished || cureOf(result->second) <= before) {
            return;
        }
        suggestion.cure = cureOf(result->second);
        suggestion.verdict = std::move(result->second);
        describe(suggestion, picked);
        m_found.push_back(std::move(suggestion));
        m_picked.push_back(picked);
    }

    void describe(Suggestion& suggestion, const Picked& picked) const
    {
        const Verdict& verdict = suggestion.verdict;
        suggestion.outcome = "→ " + std::to_string(verdict.effects)
            + (verdict.effects == 1 ? " effect" : " effects") + (verdict.safe ? ", safe" : "");
        const auto left = [&](bool there, const std::string& text) {
            suggestion.left += there ? (suggestion.left.empty() ? "" : "; ") + text : "";
        };
        const bool failed
            = std::any_of(verdict.perAction.begin(), verdict.perAction.end(), [](const ActionVerdict& action) {
                  return action.told == Told::Failed && action.effects > 0;
              });
        left(failed, "the user is still told that it failed");
        left(!failed && verdict.toldUntruly > 0, "the user is still not told that it is done");
        left(verdict.stuck > 0,
             verdict.stuck == 1 ? "a key stays without an outcome"
                                : std::to_string(verdict.stuck) + " keys stay without an outcome");
        if (picked.size() == 1) {
            const Kind kind = m_candidates[picked.front()].kind;
            left(kind == Kind::Timeout, "a slower provider brings it back");
            left(kind == Kind::Status, "a repeat that does not ask first still makes a second effect");
        }
        left(suggestion.lastResort, "a repeat from any other layer still makes a second effect");
    }

    void sort()
    {
        const auto rank = [](const Suggestion& each) {
            return std::make_tuple(-static_cast<int>(each.cure), each.lastResort, each.changes.size());
        };
        std::stable_sort(m_found.begin(), m_found.end(),
                         [&](const Suggestion& a, const Suggestion& b) { return rank(a) < rank(b); });
    }

    const ScenarioFile& m_file;
    const Choice& m_choice;
    const SuggestOptions& m_options;
    Cure m_base = Cure::None;
    std::vector<Candidate> m_candidates;
    std::vector<Suggestion> m_found;
    std::vector<Picked> m_picked; ///< of what was found
    int m_runs = 0;
    std::size_t m_events = 0; ///< of all runs
};

} // namespace

std::vector<Suggestion> suggest(const ScenarioFile& file, const Choice& choice, const SuggestOptions& options)
{
    return Search(file, choice, options).find();
}

Cure cureOf(const Verdict& verdict)
{
    if (verdict.safe) {
        return verdict.toldUntruly == 0 && verdict.stuck == 0 ? Cure::SafeAndTold : Cure::Safe;
    }
    const bool once = verdict.duplicates == 0 && verdict.effects == verdict.steps
        && std::all_of(verdict.perAction.begin(), verdict.perAction.end(),
                       [](const ActionVerdict& action) { return action.effects > 0; });
    return once ? Cure::Effects : Cure::None;
}

} // namespace idem
