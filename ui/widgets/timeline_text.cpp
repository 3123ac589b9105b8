#include "ui/widgets/timeline_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace idem {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("idem::Timeline", text);
}

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
        parts << tr("%1 (%2) began at %3 and has no answer.").arg(name, laneName(bar.lane), span(bar.from));
    } else if (call.answer == CallAnswer::Timeout) {
        parts << tr("%1 (%2): its caller gave up after %3.")
                     .arg(name, laneName(bar.lane), span(*call.answered - bar.from));
    } else {
        parts << tr("%1 (%2) took %3: %4.")
                     .arg(name, laneName(bar.lane), span(*call.answered - bar.from), answerWord(call.answer));
    }
    if (bar.hatchedFrom) {
        parts << tr("Hatched: nobody waited any more from %1, and work went on for %2.")
                     .arg(span(*bar.hatchedFrom), span(bar.end - *bar.hatchedFrom));
    }
    if (bar.died) {
        parts << tr("Its process died at %1.").arg(span(bar.end));
    } else if (bar.cancelled) {
        parts << tr("It was cancelled at %1.").arg(span(bar.end));
    }
    if (call.key >= 0) {
        parts << tr("Key: %1.").arg(QString::fromStdString(keyText(trace, call.key)));
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace

QString laneName(LaneKind lane)
{
    switch (lane) {
    case LaneKind::User:
        return tr("User");
    case LaneKind::Webhook:
        return tr("Webhook");
    case LaneKind::Runtime:
        return tr("Runtime");
    case LaneKind::Model:
        return tr("Model");
    case LaneKind::Tool:
        return tr("Tool");
    case LaneKind::Sdk:
        return tr("SDK");
    case LaneKind::Provider:
        return tr("Provider");
    case LaneKind::Key:
        return tr("Key");
    case LaneKind::Ledger:
        return tr("Ledger");
    }
    return {};
}

QString answerWord(CallAnswer answer)
{
    switch (answer) {
    case CallAnswer::None:
        return tr("no answer");
    case CallAnswer::Done:
        return tr("done");
    case CallAnswer::Replayed:
        return tr("replayed");
    case CallAnswer::InProgress:
        return tr("in progress");
    case CallAnswer::Conflict:
        return tr("conflict");
    case CallAnswer::OutcomeUnknown:
        return tr("outcome unknown");
    case CallAnswer::Rejected:
        return tr("rejected");
    case CallAnswer::Timeout:
        return tr("gave up");
    case CallAnswer::Lost:
        return tr("answer lost");
    case CallAnswer::Error:
        return tr("error");
    case CallAnswer::NotFound:
        return tr("not found");
    }
    return {};
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
    switch (told) {
    case Told::Nothing:
        return tr("told: nothing");
    case Told::Done:
        return tr("told: done");
    case Told::Failed:
        return tr("told: failed");
    case Told::InProgress:
        return tr("told: in progress");
    }
    return {};
}

QString stateWord(State state, bool leaseOver)
{
    switch (state) {
    case State::Processing:
        return leaseOver ? tr("lease over") : tr("processing");
    case State::Done:
        return tr("done");
    case State::FailedBefore:
        return tr("released");
    case State::FailedForGood:
        return tr("failed for good");
    case State::Unknown:
        return tr("outcome unknown");
    }
    return {};
}

QString barWords(const Bar& bar)
{
    switch (bar.kind) {
    case BarKind::Working:
        return tr("working");
    case BarKind::Looking:
        return bar.lane == LaneKind::Provider ? tr("looking up") : tr("status check");
    case BarKind::Waiting:
        return QString::fromStdString(bar.label);
    }
    return {};
}

QString sentenceFor(const Trace& trace, const Snapshot& end, const TimelineScene& scene, const Hit& hit)
{
    switch (hit.kind) {
    case HitKind::Bar:
        return barSentence(trace, end, scene.bars[hit.index]);
    case HitKind::Mark: {
        const Event& event = trace.events[scene.marks[hit.index].event];
        return tr("%1: %2").arg(span(event.at), QString::fromStdString(describe(trace, end, event)));
    }
    case HitKind::Key: {
        const KeySegment& segment = scene.keys[hit.index];
        const QString where = segment.ownTable ? tr("the tool's own table") : tr("the provider's table");
        return tr("Key %1 in %2: %3 from %4 to %5.")
            .arg(QString::fromStdString(segment.key), where, stateWord(segment.state, segment.leaseOver),
                 span(segment.from), segment.open ? tr("the end") : span(segment.to));
    }
    case HitKind::Diamond: {
        const Diamond& diamond = scene.ledger[hit.index];
        const QString name = QString::fromStdString(diamond.name);
        return diamond.duplicate
            ? tr("%1 happened at %2: a duplicate, the action already had its effect.")
                  .arg(name, span(diamond.at))
            : tr("%1 happened at %2: the first effect of its action.").arg(name, span(diamond.at));
    }
    case HitKind::Ruler:
    case HitKind::Gutter:
    case HitKind::Nothing:
        break;
    }
    return {};
}

} // namespace idem
