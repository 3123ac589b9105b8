#pragma once

#include "simulations/run/snapshot.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

/// The rule that was broken where an action had a second effect, or none.
enum class Rule : std::uint8_t {
    NoKey, ///< nothing tells a repeat from a new request
    KeyUnused, ///< there is a key, and no guard uses it
    ProviderIgnoresKeys,
    KeyHoldsCallId,
    KeyHoldsWording, ///< a hash of all arguments, or a template that names free text
    KeyMadeUp, ///< random, on each call
    KeyHoldsTime, ///< the time of delivery
    KeyHoldsEvent, ///< the event's or message's id, and this is another one
    KeyMintedBelow, ///< made in a layer below the one that repeated
    KeyRegenerated, ///< the same call, or the same arguments, got another key
    KeyNotForwarded, ///< the request went without the key
    ArgumentsChanged, ///< it was asked for with other identifying arguments: no key can tell
    ProviderForgot, ///< it keeps keys for less time than repeats can come
    ProviderReleased, ///< it answered with an error after the effect, and the key was free again
    RecordDropped, ///< the tool's own record is kept for less time than repeats can come
    CheckedThenActed, ///< check and act were apart
    WrittenAfter, ///< the key was written after the work
    TakenOver, ///< the reservation was released blindly
    ReleasedWrongly, ///< its holder said that nothing had happened
    LookedUpTooSoon, ///< "nothing here" while the first one was still under way
    LookUpTooOld, ///< "nothing here" although it was there: look-ups show it later
    TwoWorkers, ///< a limit inside one process does not bind the other
    ClaimedBefore, ///< claimed, never done, and the claim turns every repeat away
    RecordedBefore, ///< recorded as done before it was done
    KeyOfAnother, ///< the key belongs to another action
    FailureStored, ///< a failure was kept as the final answer
    BehindTheMark, ///< a higher number had been seen, so it was taken for a repeat
    Unexplained, ///< the trace does not show why
};
std::string_view name(Rule rule); ///< snake_case, as in JSON

/// One sentence that says what the rule is, for a heading or a table; without the figures of a run.
std::string_view meaning(Rule rule);

/// Why an action has an effect beyond the first.
struct DuplicateCause
{
    int effect = -1; ///< the duplicate
    int repeats = -1; ///< the action's first effect
    std::vector<Rule> rules; ///< at least one, the most telling first
    Layer repeatedBy = Layer::User; ///< the layer that made a second call of one
    std::vector<int> chain; ///< the calls that led to it, from the user or event down to the provider
    std::string why; ///< with the keys and times of this run
};

/// Why an action has no effect, where a record or a key is to blame.
struct MissingCause
{
    int action = -1;
    bool lost = false; ///< the user was told that it is done
    Rule rule = Rule::Unexplained;
    int call = -1; ///< the call that was turned away or answered from a record; -1 where there is none
    std::string why;
};

struct Causes
{
    std::vector<DuplicateCause> duplicates; ///< in the order of the ledger
    std::vector<MissingCause> missing; ///< in the order of the actions
};

/// Found by what the trace shows (keys, arguments, records, look-ups), never by a design's name. The snapshot
/// must be that of the whole trace. Linear in events and duplicates; any thread.
Causes causesOf(const Trace& trace, const Snapshot& end);

/// "message_1 → turn_1 → call_b (2.8 s, the model called again) → sdk_2 → request_2 (2.85 s)".
std::string chainText(const Trace& trace, const Snapshot& end, const std::vector<int>& chain);

/// Who repeats when a call has this reason: the layer, or that of the call itself where nobody repeats.
Layer repeaterOf(const CallRow& call);

} // namespace idem
