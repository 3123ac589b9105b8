#include "simulations/run/series.h"

#include "simulations/run/lookup.h"

#include <algorithm>

namespace idem {

namespace {

void countAnswer(Bucket& bucket, CallAnswer answer)
{
    ++bucket.answers;
    bucket.replayed += answer == CallAnswer::Replayed ? 1 : 0;
    bucket.inProgress += answer == CallAnswer::InProgress ? 1 : 0;
    bucket.timeouts += answer == CallAnswer::Timeout ? 1 : 0;
}

} // namespace

double Bucket::repeatShare() const
{
    return answers == 0 ? 0 : static_cast<double>(replayed + inProgress) / answers;
}

std::vector<Bucket> seriesOf(const Trace& trace, int count)
{
    const Micros parts = std::clamp(count, 1, mostBuckets);
    // Rounded up, so that the last part holds the end.
    return seriesByWidth(trace,
                         std::max<Micros>(1, trace.length() / parts + (trace.length() % parts == 0 ? 0 : 1)));
}

std::vector<Bucket> seriesByWidth(const Trace& trace, Micros wanted)
{
    const Micros length = trace.length();
    const Micros width
        = std::max({Micros{1}, wanted, length / mostBuckets + (length % mostBuckets == 0 ? 0 : 1)});
    // What happens at the very end belongs to the last part, not to an empty one after it.
    const auto parts
        = static_cast<std::size_t>(std::max<Micros>(1, length / width + (length % width == 0 ? 0 : 1)));
    std::vector<Bucket> series(parts);
    for (std::size_t i = 0; i < parts; ++i) {
        series[i].from = static_cast<Micros>(i) * width;
        series[i].to = series[i].from + std::min(width, never - series[i].from);
    }
    EffectCounts effects(trace);
    for (const Event& event : trace.events) {
        Bucket& bucket = series[std::min(parts - 1, static_cast<std::size_t>(event.at / width))];
        const bool tool = acts(event.layer, event.reason);
        if (event.kind == EventKind::CallStarted) {
            bucket.toolCalls += tool ? 1 : 0;
            bucket.providerCalls += event.layer == Layer::Provider ? 1 : 0;
        } else if (event.kind == EventKind::CallAnswered && tool) {
            countAnswer(bucket, event.answer);
        } else if (event.kind == EventKind::EffectHappened) {
            ++bucket.effects;
            bucket.duplicates += effects.add(event.action, event.args) > 1 ? 1 : 0;
        }
    }
    return series;
}

} // namespace idem
