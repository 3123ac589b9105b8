#include "ui/models/trace_cursor.h"

#include <utility>

namespace idem {

TraceCursor::TraceCursor(QObject* parent)
    : QObject(parent)
{
}

void TraceCursor::setTrace(std::shared_ptr<const Trace> trace)
{
    Q_EMIT aboutToReset();
    m_trace = std::move(trace);
    m_whole = m_trace ? snapshotAt(*m_trace, m_trace->events.size()) : Snapshot();
    m_happened = m_trace ? eventsUntil(*m_trace, m_playhead) : 0;
    m_now = m_trace ? snapshotAt(*m_trace, m_happened) : Snapshot();
    Q_EMIT reset();
}

void TraceCursor::setPlayhead(Micros at)
{
    m_playhead = at;
    if (!m_trace) {
        return;
    }
    const std::size_t happened = eventsUntil(*m_trace, at);
    if (happened != m_happened) {
        m_happened = happened;
        m_now = snapshotAt(*m_trace, happened);
        Q_EMIT moved();
    }
}

} // namespace idem
