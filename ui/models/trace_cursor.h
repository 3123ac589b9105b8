#pragma once

#include "simulations/run/snapshot.h"
#include "simulations/run/trace.h"

#include <cstddef>
#include <memory>
#include <QObject>

namespace idem {

/// A trace and a moment in it, with the state at that moment and at the end, folded once for all tables. Owned
/// by its page; GUI thread.
class TraceCursor : public QObject
{
    Q_OBJECT

public:
    explicit TraceCursor(QObject* parent = nullptr);

    void setTrace(std::shared_ptr<const Trace> trace);
    void setPlayhead(Micros at);

    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    Micros playhead() const { return m_playhead; }
    /// How many events have happened at the playhead.
    std::size_t happened() const { return m_happened; }
    const Snapshot& now() const { return m_now; }
    const Snapshot& whole() const { return m_whole; }

Q_SIGNALS:
    void aboutToReset();
    void reset();
    /// Something more, or less, has happened; not emitted while the playhead moves between two events.
    void moved();

private:
    std::shared_ptr<const Trace> m_trace;
    Snapshot m_now;
    Snapshot m_whole;
    Micros m_playhead = 0;
    std::size_t m_happened = 0;
};

} // namespace idem
