#include "simulations/run/repeat_rule.h"

#include "simulations/run/key_change.h"
#include "simulations/run/lookup.h"

#include <algorithm>
#include <optional>

namespace idem {

namespace {

/// Why the later of two requests for one action was performed too. `first` and `second` are in the order in
/// which the requests arrived.
class Pair
{
public:
    Pair(const Evidence& evidence, const LedgerRow& first, const LedgerRow& second)
        : m_evidence(evidence)
        , m_firstEffect(evidence.effectAt(first.effect))
        , m_firstRequest(evidence.call(first.call))
        , m_request(evidence.call(second.call))
        , m_firstTool(toolCallOf(m_firstRequest))
        , m_tool(toolCallOf(m_request))
    {
    }

    std::vector<Rule> rules() const
    {
        if (m_firstTool.call == m_tool.call) {
            return {inTransaction() ? recordRule() : providerRule()};
        }
        std::vector<Rule> rules;
        if (const auto found = statusRule()) {
            rules.push_back(*found);
        }
        if (m_evidence.find(m_tool.call, EventKind::LookedUp, false) && !usesOwnRecord()) {
            rules.push_back(checkRule());
        } else if (m_firstTool.key < 0 || m_tool.key < 0) {
            rules.push_back(Rule::NoKey);
        } else if (!usesOwnRecord() && m_request.key < 0 && m_firstRequest.key < 0) {
            rules.push_back(sendsKeys() ? Rule::KeyNotForwarded : Rule::KeyUnused);
        } else if (!usesOwnRecord() && m_request.key >= 0 && !decidedByProvider()) {
            rules.push_back(Rule::ProviderIgnoresKeys);
        } else if (!usesOwnRecord() && (strayed(m_request, m_tool) || strayed(m_firstRequest, m_firstTool))) {
            rules.push_back(providerRule());
        } else if (m_firstTool.key != m_tool.key) {
            const std::vector<Rule> changed = whyKeyChanged(m_evidence, m_firstRequest.call, m_request.call);
            rules.insert(rules.end(), changed.begin(), changed.end());
        } else {
            rules.push_back(usesOwnRecord() ? recordRule() : providerRule());
        }
        return rules;
    }

private:
    const CallRow& toolCallOf(const CallRow& request) const
    {
        return m_evidence.call(m_evidence.call(request.parent).parent);
    }

    bool usesOwnRecord() const
    {
        return m_evidence.find(m_tool.call, EventKind::KeyChecked, true)
            || m_evidence.find(m_tool.call, EventKind::KeyDecided, true) || inTransaction();
    }
    /// The effect brought the tool's own record with it.
    bool inTransaction() const
    {
        return m_evidence.find(m_request.call, EventKind::KeyDecided, true).has_value();
    }
    /// The call that wrote the tool's own record.
    int holder() const { return inTransaction() ? m_request.call : m_tool.call; }
    bool decidedByProvider() const { return m_evidence.reservedAt(m_request.call, false).has_value(); }

    bool sendsKeys() const
    {
        const Guard guard = toolOf(m_evidence.trace(), m_tool.action, m_tool.args).guard;
        return guard == Guard::ProviderKey || guard == Guard::ProviderKeyAndRecord;
    }

    /// The request went with another key than its tool call has, or without it.
    static bool strayed(const CallRow& request, const CallRow& tool) { return request.key != tool.key; }

    /// Both requests came through; the keys that they carried say why.
    Rule providerRule() const
    {
        const bool oneTool = m_firstTool.call == m_tool.call;
        if (m_request.key < 0 && m_firstRequest.key < 0) {
            return m_tool.key < 0             ? Rule::NoKey
                : oneTool && !usesOwnRecord() ? Rule::KeyUnused
                                              : Rule::KeyNotForwarded;
        }
        if (m_request.key < 0 || m_firstRequest.key < 0) {
            return Rule::KeyNotForwarded;
        }
        const auto reserved = m_evidence.reservedAt(m_request.call, false);
        if (!reserved) {
            return Rule::ProviderIgnoresKeys;
        }
        if (m_request.key != m_firstRequest.key) {
            return Rule::KeyRegenerated;
        }
        if (m_evidence.at(*reserved).attempt > 1) {
            return Rule::ProviderReleased;
        }
        return m_evidence.droppedBefore(m_request.key, false, *reserved) ? Rule::ProviderForgot
                                                                         : Rule::Unexplained;
    }

    /// The model asked for the status, was told that there is nothing, and called again.
    std::optional<Rule> statusRule() const
    {
        if (m_tool.reason != Reason::CalledAgain || m_firstTool.parent != m_tool.parent) {
            return std::nullopt; // another turn: it knows nothing of the first one
        }
        const int before = m_evidence.siblingBefore(m_tool.call);
        const bool asked = before >= 0 && m_evidence.call(before).reason == Reason::StatusCheck;
        const auto looked
            = asked ? m_evidence.find(before, EventKind::LookedUp, false) : std::optional<std::size_t>();
        const bool nothing = looked && m_evidence.at(*looked).answer == CallAnswer::NotFound;
        return nothing ? std::optional(lookUpRule(*looked)) : std::nullopt;
    }

    Rule lookUpRule(std::size_t looked) const
    {
        return looked < m_firstEffect ? Rule::LookedUpTooSoon : Rule::LookUpTooOld;
    }

    /// The guard looked at the provider's ledger and saw nothing.
    Rule checkRule() const
    {
        const std::size_t looked = *m_evidence.find(m_tool.call, EventKind::LookedUp, false);
        if (!differenceText(m_evidence.trace(), m_firstTool.args, m_tool.args).empty()) {
            return Rule::ArgumentsChanged;
        }
        if (looked > m_firstEffect) {
            return Rule::LookUpTooOld;
        }
        const bool limited = toolOf(m_evidence.trace(), m_tool.action, m_tool.args).concurrency > 0;
        return limited && m_tool.worker != m_firstTool.worker ? Rule::TwoWorkers : Rule::CheckedThenActed;
    }

    /// The tool's own record has the same key, and let the second one through all the same.
    Rule recordRule() const
    {
        const auto checked = m_evidence.find(m_tool.call, EventKind::KeyChecked, true);
        if (checked) {
            if (m_evidence.droppedBefore(m_tool.key, true, *checked)) {
                return Rule::RecordDropped;
            }
            const auto written = m_evidence.reservedAt(m_firstTool.call, true);
            return written && *written < m_firstEffect ? Rule::CheckedThenActed : Rule::WrittenAfter;
        }
        const auto reserved = m_evidence.reservedAt(holder(), true);
        if (!reserved) {
            return Rule::Unexplained;
        }
        if (m_evidence.at(*reserved).attempt > 1) {
            return releaseRule(*reserved);
        }
        // The one that came late may be the first holder, which slept while its reservation was given on.
        const auto other = m_evidence.reservedAt(m_firstTool.call, true);
        if (other && m_evidence.at(*other).attempt > 1
            && m_evidence.at(*other).record == m_evidence.at(*reserved).record) {
            return releaseRule(*other);
        }
        return m_evidence.droppedBefore(m_tool.key, true, *reserved) ? Rule::RecordDropped : Rule::Unexplained;
    }

    /// Who let go of the record before it was reserved once more?
    Rule releaseRule(std::size_t reserved) const
    {
        const std::vector<std::size_t>& life = m_evidence.ofRecord(m_evidence.at(reserved).record);
        const auto end = std::lower_bound(life.begin(), life.end(), reserved);
        for (auto it = end; it != life.begin();) {
            const Event& event = m_evidence.at(*--it);
            if (event.kind == EventKind::KeySettled && event.answer == CallAnswer::Error) {
                const auto looked = m_evidence.find(event.call, EventKind::LookedUp, false);
                return looked ? lookUpRule(*looked) : Rule::Unexplained;
            }
            if (event.kind == EventKind::KeyFinished && event.answer == CallAnswer::Error) {
                return Rule::ReleasedWrongly;
            }
            if (event.kind == EventKind::LeaseOver) {
                return Rule::TakenOver;
            }
        }
        return Rule::TakenOver;
    }

    const Evidence& m_evidence;
    std::size_t m_firstEffect; ///< where it happened, among the events
    const CallRow& m_firstRequest;
    const CallRow& m_request;
    const CallRow& m_firstTool;
    const CallRow& m_tool;
};

} // namespace

std::vector<Rule> whyRepeated(const Evidence& evidence, const LedgerRow& earlier, const LedgerRow& later)
{
    return Pair(evidence, earlier, later).rules();
}

} // namespace idem
