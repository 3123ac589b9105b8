#include "ui/models/calls_model.h"

#include "ui/models/words.h"

namespace idem {

namespace {

/// When the call was over for whoever reads the table: the provider's work ends when it is done, every other
/// call when its caller has an answer.
std::optional<Micros> endOf(const CallRow& row)
{
    return row.layer == Layer::Provider ? row.workEnd : row.answered;
}

bool workedOn(const CallRow& row)
{
    return row.answered && row.workEnd && *row.workEnd > *row.answered;
}

} // namespace

int CallsModel::happenedCount() const
{
    return static_cast<int>(cursor().now().calls.size());
}

int CallsModel::count() const
{
    return static_cast<int>(cursor().whole().calls.size());
}

const CallRow& CallsModel::at(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    return isFuture(row) ? cursor().whole().calls[place] : cursor().now().calls[place];
}

QStringList CallsModel::columns() const
{
    return {tr("id"), tr("layer"), tr("action"), tr("why"), tr("start"), tr("end"), tr("answer"), tr("after")};
}

QString CallsModel::text(int row, int column) const
{
    const CallRow& call = at(row);
    const std::optional<Micros> end = endOf(call);
    switch (column) {
    case Id:
        return QString::fromStdString(callName(trace(), call));
    case LayerColumn:
        return words::layer(call.layer);
    case Action:
        return actionName(call.action);
    case Why:
        return words::reason(call.reason);
    case Start:
        return words::moment(call.start);
    case End:
        return end ? words::moment(*end) : QStringLiteral("—");
    case AnswerColumn:
        if (call.died) {
            return tr("died");
        }
        if (call.answer == CallAnswer::None) {
            return call.layer == Layer::Provider ? (call.open() ? tr("working") : tr("done")) : tr("waiting");
        }
        if (call.responseLost) {
            return tr("%1, answer lost").arg(words::answer(call.answer));
        }
        return words::answer(call.answer);
    case After:
        return end ? QString::fromStdString(durationText(*end - call.start)) : QStringLiteral("—");
    default:
        return {};
    }
}

Tone CallsModel::tone(int row, int column) const
{
    if (column != AnswerColumn) {
        return Tone::Plain;
    }
    const CallRow& call = at(row);
    if (call.died) {
        return Tone::Bad;
    }
    switch (call.answer) {
    case CallAnswer::None:
        return Tone::Muted;
    case CallAnswer::Done:
        return Tone::Good;
    case CallAnswer::Replayed:
        return Tone::Replayed;
    case CallAnswer::InProgress:
        return Tone::InProgress;
    case CallAnswer::Conflict:
        return Tone::Conflict;
    case CallAnswer::OutcomeUnknown:
        return Tone::Unknown;
    case CallAnswer::NotFound:
        return Tone::Plain;
    case CallAnswer::Rejected:
    case CallAnswer::Timeout:
    case CallAnswer::Lost:
    case CallAnswer::Error:
        return Tone::Bad;
    }
    return Tone::Plain;
}

int CallsModel::call(int row) const
{
    return at(row).call;
}

Micros CallsModel::moment(int row) const
{
    return at(row).start;
}

QString CallsModel::explanation(int row, int column) const
{
    const CallRow& call = at(row);
    if (column == AnswerColumn && workedOn(call) && call.layer != Layer::Provider) {
        return tr("Its caller stopped waiting at %1; the work went on until %2.")
            .arg(words::moment(*call.answered), words::moment(*call.workEnd));
    }
    if (column == Start && call.sent) {
        return tr("Sent at %1, arrived at %2.").arg(words::moment(*call.sent), words::moment(call.start));
    }
    return {};
}

} // namespace idem
