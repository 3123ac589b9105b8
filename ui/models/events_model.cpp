#include "ui/models/events_model.h"

#include "ui/models/words.h"

namespace idem {

int EventsModel::happenedCount() const
{
    return static_cast<int>(cursor().happened());
}

int EventsModel::count() const
{
    return static_cast<int>(trace().events.size());
}

const Event& EventsModel::at(int row) const
{
    return trace().events[static_cast<std::size_t>(row)];
}

QStringList EventsModel::columns() const
{
    return {tr("time"), tr("what"), tr("layer")};
}

QString EventsModel::text(int row, int column) const
{
    const Event& event = at(row);
    if (column == Time) {
        return words::moment(event.at);
    }
    if (column == LayerColumn) {
        return event.call < 0 ? QStringLiteral("—") : words::layer(event.layer);
    }
    const auto place = static_cast<std::size_t>(row);
    m_sentences.resize(trace().events.size());
    if (m_sentences[place].isEmpty()) {
        // The sentence of an event names its calls and keys, which no later event takes away: the state at the
        // end serves every row, and no row needs a fold of its own.
        m_sentences[place] = QString::fromStdString(describe(trace(), cursor().whole(), event));
    }
    return m_sentences[place];
}

Tone EventsModel::tone(int row, int column) const
{
    if (column != What) {
        return column == Time ? Tone::Muted : Tone::Plain;
    }
    const Event& event = at(row);
    if (event.kind == EventKind::EffectHappened && event.effect >= 0) {
        const auto place = static_cast<std::size_t>(event.effect);
        return cursor().whole().ledger[place].duplicate ? Tone::Duplicate : Tone::Effect;
    }
    if (event.kind == EventKind::Crashed || event.kind == EventKind::ResponseLost) {
        return Tone::Bad;
    }
    return Tone::Plain;
}

int EventsModel::call(int row) const
{
    return at(row).call;
}

Micros EventsModel::moment(int row) const
{
    return at(row).at;
}

} // namespace idem
