#include "simulations/run/rule_text.h"

#include "simulations/run/lookup.h"

#include <array>

namespace idem {

namespace {

struct RuleWords
{
    std::string_view name;
    std::string_view meaning;
};

constexpr std::array<RuleWords, 28> ruleWords{{
    {"no_key", "There is no key: nothing tells a repeat from a new request."},
    {"key_unused", "There is a key, but no guard uses it."},
    {"provider_ignores_keys", "The provider ignores keys."},
    {"key_holds_call_id", "The key holds the call id, which is new on every call."},
    {"key_holds_wording", "The key is made of more than what names the action, and that differs."},
    {"key_made_up", "The key is made up on each call."},
    {"key_holds_time", "The key is the time of delivery, which is new on every delivery."},
    {"key_holds_event", "The key is the id of the event or message, and this is another one."},
    {"key_minted_below", "The key is made in a layer below the one that repeated."},
    {"key_regenerated", "The repeat got a new key."},
    {"key_not_forwarded", "The repeat was sent without its key."},
    {"arguments_changed", "The arguments that name the action changed: no key can tell."},
    {"provider_forgot",
     "The provider had forgotten the key: it keeps keys for less time than repeats can come."},
    {"provider_released", "The provider answered with an error after the effect and let go of the key."},
    {"record_dropped", "The tool's record had been dropped: it is kept for less time than repeats can come."},
    {"checked_then_acted", "Check and act were apart: the other one came between."},
    {"written_after", "The key is written after the work, so that a repeat meanwhile finds nothing."},
    {"taken_over", "The reservation was released blindly: nobody asked whether the first one took effect."},
    {"released_wrongly", "The holder released the key as if nothing had happened."},
    {"looked_up_too_soon", "The look-up said \"nothing here\" while the first one was still under way."},
    {"look_up_too_old",
     "The look-up said \"nothing here\" although it was there: it shows effects only later."},
    {"two_workers", "What one process holds in memory does not bind another worker."},
    {"claimed_before", "It was claimed and never done, and the claim turns every repeat away."},
    {"recorded_before", "It was recorded as done before it was done."},
    {"key_of_another", "The key belongs to another action."},
    {"failure_stored", "A failure was kept as the final answer."},
    {"behind_the_mark", "A higher number had been seen before it, so it was taken for a repeat."},
    {"unexplained", "The trace does not show why."},
}};

std::string_view repeated(Reason reason)
{
    switch (reason) {
    case Reason::SentAgain:
        return "the user sent again";
    case Reason::Redelivered:
        return "the event was delivered again";
    case Reason::RunRetried:
        return "the runtime ran the turn again";
    case Reason::Restarted:
        return "the process was started again";
    case Reason::DoubleDispatched:
        return "a second worker got the run";
    case Reason::AskedAtOnce:
        return "the model asked twice in one step";
    case Reason::AskedLater:
        return "the model asked again in a later step";
    case Reason::CalledAgain:
        return "the model called again";
    case Reason::TriedAgain:
        return "the wrapper tried again";
    case Reason::Resent:
        return "the SDK sent again";
    case Reason::AskedAgain:
        return "it was asked for again";
    case Reason::Duplicated:
        return "the same came once more at the same moment";
    case Reason::FromCheckpoint:
        return "the finished run started again from its checkpoint";
    case Reason::DeadLettered:
        return "the failed run was delivered once more";
    case Reason::LeaseLost:
        return "the run was silent for too long, another worker got it";
    case Reason::Forgot:
        return "the model no longer knew that it was answered";
    default:
        return "";
    }
}

std::string layerName(Layer layer)
{
    return "the " + std::string(layer == Layer::Sdk ? "SDK" : name(layer));
}

std::string ofKeys(const Evidence& evidence, Rule rule, const LedgerRow& earlier, const LedgerRow& later)
{
    const auto key = [&](const LedgerRow& row, bool ofTool) {
        const CallRow& request = evidence.call(row.call);
        return ofTool ? evidence.call(evidence.call(request.parent).parent).key : request.key;
    };
    switch (rule) {
    case Rule::KeyHoldsCallId:
    case Rule::KeyHoldsWording:
    case Rule::KeyMadeUp:
    case Rule::KeyHoldsTime:
    case Rule::KeyHoldsEvent:
    case Rule::ArgumentsChanged: {
        return " (" + keyText(evidence.trace(), key(earlier, true)) + ", then "
            + keyText(evidence.trace(), key(later, true)) + ")";
    }
    case Rule::KeyRegenerated: {
        const bool ofTool = key(earlier, false) < 0 || key(later, false) < 0;
        return " (" + keyText(evidence.trace(), key(earlier, ofTool)) + ", then "
            + keyText(evidence.trace(), key(later, ofTool)) + ")";
    }
    case Rule::KeyUnused:
    case Rule::ProviderIgnoresKeys:
    case Rule::RecordDropped:
    case Rule::ProviderForgot:
    case Rule::TakenOver:
        return " (" + keyText(evidence.trace(), key(later, true)) + ")";
    default:
        return "";
    }
}

} // namespace

std::string_view name(Rule rule)
{
    return ruleWords.at(static_cast<std::size_t>(rule)).name;
}

std::string_view meaning(Rule rule)
{
    return ruleWords.at(static_cast<std::size_t>(rule)).meaning;
}

Layer repeaterOf(const CallRow& call)
{
    switch (call.reason) {
    case Reason::SentAgain:
        return Layer::User;
    case Reason::Redelivered:
        return Layer::Webhook;
    case Reason::RunRetried:
    case Reason::Restarted:
    case Reason::DoubleDispatched:
    case Reason::FromCheckpoint:
    case Reason::DeadLettered:
    case Reason::LeaseLost:
        return Layer::Runtime;
    case Reason::AskedAtOnce:
    case Reason::AskedLater:
    case Reason::CalledAgain:
    case Reason::Forgot:
        return Layer::Model;
    case Reason::TriedAgain:
        return Layer::Tool;
    case Reason::Resent:
        return Layer::Sdk;
    default:
        return call.layer;
    }
}

std::string whyText(const Evidence& evidence, const DuplicateCause& cause, const LedgerRow& earlier,
                    const LedgerRow& later)
{
    std::string text;
    for (const Rule rule : cause.rules) {
        std::string sentence(meaning(rule));
        if (rule == Rule::KeyMintedBelow) {
            sentence = "The key is made anew below " + layerName(cause.repeatedBy) + ", which repeated.";
        }
        const std::string keys = ofKeys(evidence, rule, earlier, later);
        text += (text.empty() ? "" : " ") + sentence.substr(0, sentence.size() - 1) + keys + ".";
    }
    return text;
}

std::string chainText(const Trace& trace, const Snapshot& end, const std::vector<int>& chain)
{
    std::string text;
    for (const int number : chain) {
        const CallRow& row = end.calls[static_cast<std::size_t>(number)];
        const std::string_view why = repeated(row.reason);
        const bool last = number == chain.back();
        text += (text.empty() ? "" : " → ") + callName(trace, row);
        if (!why.empty() || last) {
            text += " (" + durationText(row.start) + (why.empty() ? "" : ", ") + std::string(why) + ")";
        }
    }
    return text;
}

} // namespace idem
