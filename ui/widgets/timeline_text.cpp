#include "ui/widgets/timeline_text.h"

#include "ui/models/words.h"

#include <QStringList>

namespace idem {

namespace {

QString span(Micros duration)
{
    return QString::fromStdString(durationText(duration));
}

QString barSentence(const Trace& trace, const Snapshot& end, const Bar& bar)
{
    const CallRow& call = end.calls[static_cast<std::size_t>(bar.call)];
    const QString name = QString::fromStdString(callName(trace, call));
    QStringList parts;
    if (!call.answered) {
        parts << Timeline::tr("%1 (%2) began at %3 and has no answer.")
                     .arg(name, laneName(bar.lane), span(bar.from));
    } else if (call.answer == CallAnswer::Timeout) {
        parts << Timeline::tr("%1 (%2): its caller gave up after %3.")
                     .arg(name, laneName(bar.lane), span(*call.answered - bar.from));
    } else {
        parts << Timeline::tr("%1 (%2) took %3: %4.")
                     .arg(name, laneName(bar.lane), span(*call.answered - bar.from), answerWord(call.answer));
    }
    if (bar.hatchedFrom) {
        parts << Timeline::tr("Hatched: nobody waited any more from %1, and work went on for %2.")
                     .arg(span(*bar.hatchedFrom), span(bar.end - *bar.hatchedFrom));
    }
    if (bar.died) {
        parts << Timeline::tr("Its process died at %1.").arg(span(bar.end));
    } else if (bar.cancelled) {
        parts << Timeline::tr("It was cancelled at %1.").arg(span(bar.end));
    }
    if (call.key >= 0) {
        parts << Timeline::tr("Key: %1.").arg(QString::fromStdString(keyText(trace, call.key)));
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace

QString laneName(LaneKind lane)
{
    if (lane == LaneKind::Key) {
        return Timeline::tr("Key");
    }
    return lane == LaneKind::Ledger ? Timeline::tr("Ledger") : words::layer(static_cast<Layer>(lane));
}

QString answerWord(CallAnswer answer)
{
    // On a bar it is the caller that gave up; in a table it is what the caller got.
    return answer == CallAnswer::Timeout ? Timeline::tr("gave up")
        : answer == CallAnswer::None     ? Timeline::tr("no answer")
                                         : words::answer(answer);
}

QString answerSign(CallAnswer answer)
{
    switch (answer) {
    case CallAnswer::None:
        return {};
    case CallAnswer::Done:
        return QStringLiteral("✓");
    case CallAnswer::Replayed:
        return QStringLiteral("↺");
    case CallAnswer::InProgress:
        return QStringLiteral("⋯");
    case CallAnswer::Conflict:
        return QStringLiteral("≠");
    case CallAnswer::OutcomeUnknown:
    case CallAnswer::NotFound:
        return QStringLiteral("?");
    case CallAnswer::Rejected:
    case CallAnswer::Timeout:
    case CallAnswer::Lost:
    case CallAnswer::Error:
        return QStringLiteral("✕");
    }
    return {};
}

QString toldWord(Told told)
{
    return Timeline::tr("told: %1").arg(words::told(told));
}

QString stateWord(State state, bool leaseOver)
{
    if (state == State::Processing && leaseOver) {
        return Timeline::tr("lease over");
    }
    return state == State::FailedBefore ? Timeline::tr("released") : words::state(state);
}

QString barWords(const Bar& bar)
{
    switch (bar.kind) {
    case BarKind::Working:
        return Timeline::tr("working");
    case BarKind::Looking:
        return bar.lane == LaneKind::Provider ? Timeline::tr("looking up") : Timeline::tr("status check");
    case BarKind::Waiting:
        return QString::fromStdString(bar.label);
    }
    return {};
}

QString effectWords(const Diamond& diamond)
{
    const QString name = QString::fromStdString(diamond.name);
    return diamond.duplicate ? Timeline::tr("%1 duplicate").arg(name) : name;
}

QString effectWordsIn(const Diamond& diamond, const QFontMetricsF& metrics, double room)
{
    QString words = effectWords(diamond);
    if (metrics.horizontalAdvance(words) <= room) {
        return words;
    }
    if (diamond.duplicate) {
        const QString word = Timeline::tr("duplicate");
        return metrics.horizontalAdvance(word) <= room ? word : QString();
    }
    const QString cut = metrics.elidedText(words, Qt::ElideRight, room);
    return cut.size() < 5 ? QString() : cut;
}

QString sentenceFor(const Trace& trace, const Snapshot& end, const TimelineScene& scene, const Hit& hit)
{
    switch (hit.kind) {
    case HitKind::Bar:
        return barSentence(trace, end, scene.bars[hit.index]);
    case HitKind::Mark: {
        const Event& event = trace.events[scene.marks[hit.index].event];
        return Timeline::tr("%1: %2").arg(span(event.at), QString::fromStdString(describe(trace, end, event)));
    }
    case HitKind::Key: {
        const KeySegment& segment = scene.keys[hit.index];
        const QString where
            = segment.ownTable ? Timeline::tr("the tool's own table") : Timeline::tr("the provider's table");
        return Timeline::tr("Key %1 in %2: %3 from %4 to %5.")
            .arg(QString::fromStdString(segment.key), where, stateWord(segment.state, segment.leaseOver),
                 span(segment.from), segment.open ? Timeline::tr("the end") : span(segment.to));
    }
    case HitKind::Diamond: {
        const Diamond& diamond = scene.ledger[hit.index];
        const QString name = QString::fromStdString(diamond.name);
        return diamond.duplicate
            ? Timeline::tr("%1 happened at %2: a duplicate, the action already had its effect.")
                  .arg(name, span(diamond.at))
            : Timeline::tr("%1 happened at %2: the first effect of its action.").arg(name, span(diamond.at));
    }
    case HitKind::Ruler:
    case HitKind::Gutter:
    case HitKind::Nothing:
        break;
    }
    return {};
}

} // namespace idem
