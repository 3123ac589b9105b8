#pragma once

#include "simulations/run/trace.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace idem {

/// A call as it stands at the playhead.
struct CallRow
{
    int call = -1;
    int parent = -1;
    int action = -1;
    int attempt = 1;
    int ordinal = 0; ///< nth of its layer, from 0 (tool: nth call id); status look-ups are counted apart
    int args = -1;
    int key = -1;
    int worker = -1;
    int step = 0; ///< tool: the nth further step of its action
    Layer layer = Layer::User;
    Reason reason = Reason::First;
    Micros start = 0;
    std::optional<Micros> sent; ///< provider: when the SDK sent the request that arrived at `start`
    std::optional<Micros> answered; ///< its caller stopped waiting
    CallAnswer answer = CallAnswer::None;
    std::optional<Micros> workEnd; ///< later than `answered` where work went on
    bool died = false;
    bool cancelled = false;
    bool responseLost = false;
    std::vector<std::pair<Micros, std::optional<Micros>>> thinking; ///< model

    /// Is anything of it still going on?
    bool open() const { return !workEnd.has_value(); }
};

struct LedgerRow
{
    int effect = -1;
    int action = -1;
    int call = -1; ///< the provider call that made it
    int args = -1;
    int key = -1;
    Micros at = 0;
    bool duplicate = false; ///< not the first effect of its action, or of its step where it has several
    bool awaited = true; ///< somebody was still waiting for it
};

struct ReservationRow
{
    int record = -1;
    bool ownTable = false;
    int key = -1;
    int args = -1;
    int holder = -1; ///< the call that holds or held it
    int token = 0;
    int attempt = 1;
    State state = State::Processing;
    bool leaseOver = false;
    bool dropped = false;
    Micros since = 0;
    Micros changed = 0;
    int repeats = 0; ///< requests that met it: replayed, in progress, conflict, unknown
    std::vector<std::pair<Micros, State>> life; ///< its states in order, for the key lane
};

/// The state of everything after the first n events: a fold over the trace and nothing else. Rows are in the
/// order of their numbers, so a later snapshot has the same rows first.
struct Snapshot
{
    Micros at = 0;
    std::vector<CallRow> calls;
    std::vector<LedgerRow> ledger;
    std::vector<ReservationRow> reservations;
    std::vector<Told> told; ///< per action
};

Snapshot snapshotAt(const Trace& trace, std::size_t eventCount);

/// How many events have happened at this moment (those at exactly `at` included).
std::size_t eventsUntil(const Trace& trace, Micros at);

/// When the last of the callers above `call` (itself included) stopped waiting for it: from there on its bar is
/// hatched. Nothing where somebody waits to the end.
std::optional<Micros> abandonedAt(const Snapshot& snapshot, int call);

/// Names for people: `call_b`, `sdk_2`, `inv_1`, `invoice:acme:2026-10`, "—" where there is no key.
std::string callName(const Trace& trace, const CallRow& call);
std::string effectName(const Trace& trace, const LedgerRow& row);
std::string keyText(const Trace& trace, int key);

/// A word of a file in a sentence: "in_progress" → "in progress".
std::string spaced(std::string_view word);

/// One sentence for the events table and for hovering.
std::string describe(const Trace& trace, const Snapshot& snapshotAfter, const Event& event);

/// The identifying arguments of the second request that differ from the first, such as "amount 150 instead
/// of 120"; empty where none of the identifying ones does.
std::string differenceText(const Trace& trace, int firstArgs, int secondArgs);

/// "2.0 s", "350 ms", "3 d": for people, never for files.
std::string durationText(Micros duration);

} // namespace idem
