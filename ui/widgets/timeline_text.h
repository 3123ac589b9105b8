#pragma once

#include "simulations/run/snapshot.h"
#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_scene.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QString>

namespace idem {

/// Timeline::tr() translates what is written on the timeline.
struct Timeline
{
    Q_DECLARE_TR_FUNCTIONS(idem::Timeline)
};

/// The words of the timeline, in one place for painting, hovering and screen readers. Any thread.
QString laneName(LaneKind lane);
QString answerWord(CallAnswer answer); ///< "gave up", "replayed", "in progress" …
QString answerSign(CallAnswer answer); ///< one character that goes with the word
QString toldWord(Told told); ///< "told: done"
QString stateWord(State state, bool leaseOver); ///< "processing", "lease over" …
QString barWords(const Bar& bar); ///< what is written into a bar
QString effectWords(const Diamond& diamond); ///< "inv_2 duplicate"

/// The same in less room: of a duplicate the word alone, whole or not at all; of others the name, cut short.
/// Empty where there is room for neither; `room` in the units of `metrics`.
QString effectWordsIn(const Diamond& diamond, const QFontMetricsF& metrics, double room);

/// One or two plain sentences for a person who points at something.
QString sentenceFor(const Trace& trace, const Snapshot& end, const TimelineScene& scene, const Hit& hit);

} // namespace idem
