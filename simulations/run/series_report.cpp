#include "simulations/run/report_parts.h"
#include "simulations/run/series.h"
#include "simulations/run/snapshot.h"
#include "simulations/run/text_table.h"

#include <cmath>

namespace idem {

using nlohmann::ordered_json;

namespace {

/// Three decimals: enough for a share, and the same text everywhere.
ordered_json rounded(double share)
{
    return std::round(share * 1000) / 1000;
}

} // namespace

ordered_json seriesJson(const std::vector<Bucket>& series)
{
    ordered_json list = ordered_json::array();
    for (const Bucket& bucket : series) {
        list.push_back({{"from_ms", milliseconds(bucket.from)},
                        {"to_ms", milliseconds(bucket.to)},
                        {"tool_calls", bucket.toolCalls},
                        {"provider_calls", bucket.providerCalls},
                        {"effects", bucket.effects},
                        {"duplicates", bucket.duplicates},
                        {"answers", bucket.answers},
                        {"replayed", bucket.replayed},
                        {"in_progress", bucket.inProgress},
                        {"timeouts", bucket.timeouts},
                        {"repeat_share", rounded(bucket.repeatShare())}});
    }
    return list;
}

std::string seriesText(const std::vector<Bucket>& series)
{
    TextTable table({"from", "tool calls", "requests", "effects", "duplicates", "answers", "replayed",
                     "in progress", "timeouts", "repeats"});
    for (const Bucket& bucket : series) {
        const auto percent = static_cast<int>(std::lround(bucket.repeatShare() * 100));
        table.add(
            {durationText(bucket.from), std::to_string(bucket.toolCalls), std::to_string(bucket.providerCalls),
             std::to_string(bucket.effects), std::to_string(bucket.duplicates), std::to_string(bucket.answers),
             std::to_string(bucket.replayed), std::to_string(bucket.inProgress),
             std::to_string(bucket.timeouts), bucket.answers == 0 ? "–" : std::to_string(percent) + " %"});
    }
    return "\nOver time\n" + table.text();
}

} // namespace idem
