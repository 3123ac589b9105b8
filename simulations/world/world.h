#pragma once

#include "core/reservation/decide.h"
#include "simulations/run/trace.h"
#include "simulations/world/lookups.h"
#include "simulations/world/storage.h"

#include <array>
#include <cstdint>

namespace idem {

/// Where a call stands in its own program.
enum class Pc : std::uint8_t {
    Pending, ///< not begun: the ask is to come, the request is under way, the queue is full
    Waiting, ///< for an answer from below
    Thinking, ///< model
    Checking, ///< tool: about to read its own record
    Inserting, ///< tool: found no record, about to write one
    Reserving, ///< tool: about to reserve
    Looking, ///< tool: a look-up is on its way to the provider
    LookedUp, ///< tool: the look-up's answer is on its way back
    Settling, ///< tool: about to write what the look-up said
    Sending, ///< tool: let through, about to send
    Finishing, ///< tool: the provider answered, about to record it
    Working, ///< provider
    Responding, ///< provider: the answer is on its way
    Paused, ///< will start the next try of its layer; tool: will be that try
    Ended,
    Dead, ///< its process died
};

/// What a look-up is for.
enum class Purpose : std::uint8_t { Status, Guard, Reconcile };

/// What the model does when it has thought.
enum class Next : std::uint8_t { CallTools, CheckStatus, Tell };

/// A key without its text: equal keys have equal texts and the other way round. `base` numbers the distinct
/// texts of a template (or argument hashes); the other parts are what makes it new on every run, event, action
/// or call.
template <typename Index>
struct KeyName
{
    Index base = static_cast<Index>(-1);
    Index run = static_cast<Index>(-1);
    Index event = static_cast<Index>(-1);
    Index request = static_cast<Index>(-1);
    Index call = static_cast<Index>(-1);
    KeyKind kind = KeyKind::None;

    bool operator==(const KeyName&) const = default;
    explicit operator bool() const { return kind != KeyKind::None; }
};

template <typename Index>
std::uint64_t hashOf(const KeyName<Index>& key)
{
    std::uint64_t hash = static_cast<std::uint64_t>(key.kind) + 1;
    for (const Index part : {key.base, key.run, key.event, key.request, key.call}) {
        hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29U;
    }
    return hash;
}

template <typename Index>
struct CallState
{
    static constexpr Index none = static_cast<Index>(-1);

    Layer layer = Layer::User;
    Pc pc = Pc::Pending;
    Reason reason = Reason::First;
    CallAnswer answer = CallAnswer::None; ///< what it will tell, or told, its caller
    CallAnswer heard = CallAnswer::None; ///< model: the best answer of this step; tool: what came from below
    Next next = Next::CallTools;
    Purpose purpose = Purpose::Status;
    Probe probe = Probe::CannotTell;
    bool begun = false;
    bool answered = false; ///< nobody waits for it any more
    bool failed = false; ///< runtime, model: ended by an error, not by an answer; webhook: no 2xx came
    bool deadLettered = false; ///< runtime: the last try that there is
    bool holdsSlot = false; ///< provider: counts against the rate limit
    bool showing = false; ///< provider: its effect is not to be seen by look-ups yet
    bool stepDone
        = false; ///< tool: the next step of the action is over; model: a step of its was answered "done"
    std::uint8_t left = 0; ///< tries of its layer that may still follow
    std::uint8_t checks = 0; ///< model: status look-ups left
    std::uint8_t laters = 0; ///< model: asks in later steps left
    std::uint8_t open = 0; ///< model: tool calls under way
    std::uint8_t calls = 0; ///< model: tool calls made, for the wording; tool: its place among them
    std::uint8_t asks = 0; ///< user: how often it may still ask anew
    std::uint8_t attempt = 1;
    std::uint8_t worker = 0;
    Index parent = none;
    Index child = none; ///< the call below that it waits for
    Index first = none; ///< the first try of its layer; none: itself
    Index ask = none;
    Index args = none; ///< argument set
    Index run = none;
    Index event = none;
    Index number = none; ///< nth of its layer, from 0, once begun
    Index callId = none; ///< tool: nth call id; the wrapper's own tries share one; model: that it uses again
    Index effect = none; ///< provider: the row in the ledger
    Index record = none; ///< tool: its own reservation; provider: the key's record
    Index token = 0;
    KeyName<Index> key;
};

/// The record of a key, in the tool's own table or at the provider.
template <typename Index>
struct RecordState
{
    KeyName<Index> key;
    State state = State::Processing;
    bool ownTable = false;
    bool leaseOver = false;
    bool leaseOverAhead = false; ///< for workers whose clocks are ahead
    bool dropped = false;
    CallAnswer stored = CallAnswer::Replayed; ///< what a repeat gets: the first result, or a stored failure
    std::uint8_t attempt = 1;
    std::uint8_t worker = 0; ///< of the holder
    Index token = 0;
    Index args = 0; ///< argument set of the request that it belongs to
    Index holder = 0;
};

/// A row in the provider's ledger.
template <typename Index>
struct EffectState
{
    Index action = 0;
    Index args = 0;
    bool hidden = false; ///< look-ups don't find it yet
    KeyName<Index> reference; ///< the tool's key, whether the provider enforces keys or not
};

/// A tool call that the runtime's journal knows as finished.
template <typename Index>
struct JournalEntry
{
    Index run = 0;
    Index callId = 0;
    std::uint8_t place = 0; ///< among the tool calls of the turn
};

/// Everything that the next step can depend on, and nothing else: no clock, no names, no history. With
/// SmallStorage it is a trivially copyable value for the explorer; with GrowingStorage it holds large runs.
/// Same code for both.
template <typename Storage>
struct World
{
    using Index = typename Storage::Index;
    using Call = CallState<Index>;
    using Record = RecordState<Index>;
    using Effect = EffectState<Index>;
    static constexpr Index none = Storage::none;

    typename Storage::template Calls<Call> calls;
    typename Storage::template Few<Record> records;
    typename Storage::template Few<Effect> ledger;
    typename Storage::template Few<Told> told; ///< by action
    typename Storage::template Few<std::uint8_t> faultsLeft; ///< by fault of the scenario
    typename Storage::template Few<JournalEntry<Index>> journal;
    typename Storage::template Few<Index> marks; ///< by tool: the highest number seen, none before the first
    std::array<Index, layerCount> begun{}; ///< how many calls of each layer have begun
    Index runs = 0;
    Index events = 0;
    Index callIds = 0;
    Index tokens = 0;
    [[no_unique_address]] std::conditional_t<Storage::indexed, Lookups<Index, KeyName<Index>>, NoLookups>
        lookups;
    Index slots = 0; ///< requests that count against the rate limit now

    /// Something did not fit; what follows is not to be believed.
    bool full() const
    {
        return calls.full() || records.full() || ledger.full() || told.full() || faultsLeft.full()
            || journal.full() || marks.full();
    }
};

} // namespace idem
