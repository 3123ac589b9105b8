#include "ui/models/reservations_model.h"

#include "ui/models/words.h"

namespace idem {

int ReservationsModel::happenedCount() const
{
    return static_cast<int>(cursor().now().reservations.size());
}

int ReservationsModel::count() const
{
    return static_cast<int>(cursor().whole().reservations.size());
}

const ReservationRow& ReservationsModel::at(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    return isFuture(row) ? cursor().whole().reservations[place] : cursor().now().reservations[place];
}

QStringList ReservationsModel::columns() const
{
    return {tr("key"),     tr("where"), tr("state"), tr("token"),
            tr("attempt"), tr("since"), tr("lease"), tr("repeats")};
}

const ToolSpec* ReservationsModel::toolOf(const ReservationRow& row) const
{
    const auto& calls = cursor().whole().calls;
    if (row.holder < 0 || static_cast<std::size_t>(row.holder) >= calls.size()) {
        return nullptr;
    }
    const int action = calls[static_cast<std::size_t>(row.holder)].action;
    if (action < 0) {
        return nullptr;
    }
    const Scenario& scenario = *trace().scenario;
    return &scenario.tools[static_cast<std::size_t>(scenario.actions[static_cast<std::size_t>(action)].tool)];
}

QString ReservationsModel::leaseText(const ReservationRow& row) const
{
    const ToolSpec* tool = toolOf(row);
    // The provider's record has no lease: the provider itself is the holder.
    if (!row.ownTable || row.state != State::Processing || tool == nullptr) {
        return QStringLiteral("—");
    }
    // The lease runs from the last time that it was reserved, not from the first.
    const Micros reserved = row.life.empty() ? row.since : row.life.back().first;
    return row.leaseOver ? tr("over") : tr("until %1").arg(words::moment(reserved + tool->lease));
}

QString ReservationsModel::text(int row, int column) const
{
    const ReservationRow& record = at(row);
    switch (column) {
    case Key:
        return QString::fromStdString(keyText(trace(), record.key));
    case Where:
        return record.ownTable ? tr("tool's table") : tr("provider");
    case StateColumn:
        return record.dropped ? tr("dropped, past retention") : words::state(record.state);
    case Token:
        return QString::number(record.token);
    case Attempt:
        return QString::number(record.attempt);
    case Since:
        return words::moment(record.since);
    case Lease:
        return leaseText(record);
    case Repeats:
        return QString::number(record.repeats);
    default:
        return {};
    }
}

Tone ReservationsModel::tone(int row, int column) const
{
    const ReservationRow& record = at(row);
    if (column == Lease && record.leaseOver && record.state == State::Processing) {
        return Tone::Bad;
    }
    if (column != StateColumn) {
        return Tone::Plain;
    }
    if (record.dropped) {
        return Tone::Muted;
    }
    switch (record.state) {
    case State::Processing:
        return Tone::InProgress;
    case State::Done:
        return Tone::Good;
    case State::FailedBefore:
    case State::FailedForGood:
        return Tone::Bad;
    case State::Unknown:
        return Tone::Unknown;
    }
    return Tone::Plain;
}

int ReservationsModel::call(int row) const
{
    return at(row).holder;
}

Micros ReservationsModel::moment(int row) const
{
    const ReservationRow& record = at(row);
    return record.life.empty() ? record.since : record.life.front().first;
}

QString ReservationsModel::explanation(int row, int column) const
{
    switch (column) {
    case Token:
        return tr("Fencing number: a late holder with an older token is refused.");
    case Repeats:
        return tr("Requests that met this reservation: %1.").arg(at(row).repeats);
    default:
        return {};
    }
}

} // namespace idem
