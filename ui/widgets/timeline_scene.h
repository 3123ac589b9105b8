#pragma once

#include "core/reservation/decide.h"
#include "simulations/run/snapshot.h"
#include "simulations/run/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace idem {

enum class LaneKind : std::uint8_t { User, Webhook, Runtime, Model, Tool, Sdk, Provider, Key, Ledger };
inline constexpr std::size_t laneCount = 9;
inline LaneKind laneOf(Layer layer)
{
    return static_cast<LaneKind>(layer);
}

/// The bars of one sub-row, as a range of TimelineScene::bars in time order; they never overlap.
struct BarRow
{
    std::size_t first = 0;
    std::size_t count = 0;
};

struct Lane
{
    LaneKind kind = LaneKind::User;
    bool off = true; ///< no call of this layer in the whole run
    std::vector<BarRow> rows; ///< of call lanes
    int rowCount = 1; ///< sub-rows, also of key and ledger
};

enum class BarKind : std::uint8_t {
    Waiting, ///< somebody waits for this call
    Working, ///< the provider works
    Looking, ///< a read: the status tool
};

struct Block
{
    Micros from = 0;
    Micros to = 0;
    bool open = false;
};

/// One call. Solid until `hatchedFrom`, hatched from there to `end`.
struct Bar
{
    LaneKind lane = LaneKind::User;
    int row = 0;
    int call = -1;
    BarKind kind = BarKind::Waiting;
    Micros from = 0;
    Micros end = 0;
    std::optional<Micros> hatchedFrom;
    bool open = false; ///< still going on when the trace ends
    bool died = false;
    bool cancelled = false;
    CallAnswer answer = CallAnswer::None;
    std::vector<Block> thinking; ///< model only
    std::string label;
};

enum class MarkKind : std::uint8_t {
    Answered, ///< above the end of a tool bar: gave up, replayed, conflict …
    Told, ///< beside the end of a user bar
    Crash, ///< across the lanes of a worker's calls
    Decided, ///< on the key lane: a repeat met the record
    Stale, ///< on the key lane: a late finish was refused
    LookedUp, ///< on the key or provider lane: a status look-up
};

struct Mark
{
    MarkKind kind = MarkKind::Answered;
    Micros at = 0;
    LaneKind lane = LaneKind::User;
    LaneKind lastLane = LaneKind::User; ///< crash only
    int row = 0;
    int call = -1;
    CallAnswer answer = CallAnswer::None;
    Told told = Told::Nothing;
    std::size_t event = 0;
};

enum class ArrowKind : std::uint8_t {
    Call, ///< from a bar down to the one it caused
    Request, ///< SDK to provider, slanted: it takes time
    LostAnswer, ///< provider towards SDK, broken
};

struct Arrow
{
    ArrowKind kind = ArrowKind::Call;
    Micros fromTime = 0;
    Micros toTime = 0;
    LaneKind fromLane = LaneKind::User;
    LaneKind toLane = LaneKind::User;
    int fromRow = 0;
    int toRow = 0;
    int call = -1; ///< the child; the provider's call where an answer was lost
};

/// One state of one reservation.
struct KeySegment
{
    int record = -1;
    int call = -1; ///< the holder at the end of the run
    int row = 0;
    Micros from = 0;
    Micros to = 0;
    State state = State::Processing;
    bool leaseOver = false;
    bool open = false; ///< the record still stands when the trace ends
    bool first = false; ///< of its reservation: carries the key's text
    bool ownTable = false; ///< in the tool's own table, else the provider's
    std::string key;
};

struct Diamond
{
    int effect = -1;
    int call = -1;
    Micros at = 0;
    int row = 0; ///< of the ledger lane
    int providerRow = 0;
    bool duplicate = false;
    std::string name;
};

/// Everything that a timeline shows, in time and rows but not yet in pixels: a function of the trace and
/// nothing else. Value, any thread.
struct TimelineScene
{
    std::array<Lane, laneCount> lanes;
    std::vector<Bar> bars; ///< by lane, row, time
    std::vector<int> barOfCall; ///< index into bars
    std::vector<Mark> marks; ///< in time order
    std::vector<Arrow> arrows; ///< in the order of toTime
    std::vector<KeySegment> keys; ///< in the order of from
    std::vector<Diamond> ledger; ///< in time order
    Micros length = 0;
    bool anyKey = false; ///< some call carried a key

    const Lane& lane(LaneKind kind) const { return lanes[static_cast<std::size_t>(kind)]; }
    const Bar* bar(int call) const;
};

TimelineScene buildScene(const Trace& trace);

} // namespace idem
