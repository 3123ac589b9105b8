#pragma once

#include "simulations/run/trace.h"

#include <memory>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <vector>

namespace idem {

/// The playhead of a run: plays, steps, scrubs. Its timer runs only while it plays. Owned by its page; GUI
/// thread.
class Playback : public QObject
{
    Q_OBJECT

public:
    /// Virtual seconds per second; `instant` jumps to the end.
    static constexpr double instant = 0;
    static const std::vector<double>& speeds();

    explicit Playback(QObject* parent = nullptr);

    /// Another run: the playhead stays where it was, or at the end when it was at the end (as it is at first).
    void setTrace(const std::shared_ptr<const Trace>& trace);

    Micros playhead() const { return m_playhead; }
    Micros length() const { return m_length; }
    bool isPlaying() const { return m_timer.isActive(); }
    double speed() const { return m_speed; }
    bool atStart() const { return m_playhead <= 0; }
    bool atEnd() const { return m_playhead >= m_length; }

    void setSpeed(double speed); ///< one of speeds(); others are ignored
    void play(); ///< at the end: from the start again
    void pause();
    void togglePlaying();
    void stepForward(); ///< to the next moment at which something happens
    void stepBack();
    void toStart();
    void toEnd();
    void scrubTo(Micros time);
    void faster();
    void slower();

    /// Moves on as if so much real time had passed; the timer calls it.
    void advance(double milliseconds);

Q_SIGNALS:
    void playheadChanged(idem::Micros time);
    void playingChanged(bool playing);
    void speedChanged(double speed);

private:
    void moveTo(Micros time);
    void shiftSpeed(int steps);

    QTimer m_timer;
    QElapsedTimer m_clock;
    std::vector<Micros> m_moments; ///< at which something happens, each once
    Micros m_playhead = 0;
    Micros m_length = 0;
    double m_exact = 0; ///< the playhead with its fraction, or slow playing would lose it
    double m_speed = 1;
};

} // namespace idem
