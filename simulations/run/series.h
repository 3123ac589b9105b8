#pragma once

#include "simulations/run/trace.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace idem {

/// What happened in a part of a run: from `from` on, up to but without `to` (the last bucket includes the end).
struct Bucket
{
    Micros from = 0;
    Micros to = 0;
    int toolCalls = 0; ///< calls of tools that act, which began
    int providerCalls = 0; ///< requests that arrived
    int effects = 0;
    int duplicates = 0;
    int answers = 0; ///< that tool calls got: timeouts count, they are what the caller has
    int replayed = 0; ///< of the answers
    int inProgress = 0;
    int timeouts = 0;

    /// Replayed and in-progress answers among all, 0 to 1; 0 where there is none. Rising, it is the early sign
    /// of timeouts that are too short or a model that calls too eagerly.
    double repeatShare() const;
};

inline constexpr int mostBuckets = 1000;

/// The run in `count` equal parts (at least 1, at most `mostBuckets`), or in parts of this width (at least 1
/// µs; wider where there would be more than `mostBuckets`). Every event is in one part. Any thread.
std::vector<Bucket> seriesOf(const Trace& trace, int count);
std::vector<Bucket> seriesByWidth(const Trace& trace, Micros width);

/// Members: from_ms, to_ms, tool_calls, provider_calls, effects, duplicates, answers, replayed, in_progress,
/// timeouts, repeat_share.
nlohmann::ordered_json seriesJson(const std::vector<Bucket>& series);

/// A heading and one row per bucket.
std::string seriesText(const std::vector<Bucket>& series);

} // namespace idem
