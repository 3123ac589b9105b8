#include "ui/models/playback.h"

#include <algorithm>

namespace idem {

namespace {

constexpr int frameMs = 16;

} // namespace

const std::vector<double>& Playback::speeds()
{
    static const std::vector<double> all{0.1, 0.25, 0.5, 1, 2, 5, 10, instant};
    return all;
}

Playback::Playback(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(frameMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this,
            [this] { advance(static_cast<double>(m_clock.nsecsElapsed()) / 1e6); });
}

void Playback::setTrace(const std::shared_ptr<const Trace>& trace)
{
    const bool wasAtEnd = atEnd();
    m_moments.clear();
    if (trace) {
        for (const Event& event : trace->events) {
            if (m_moments.empty() || m_moments.back() != event.at) {
                m_moments.push_back(event.at);
            }
        }
    }
    m_length = trace ? trace->length() : 0;
    if (isPlaying()) {
        // The new run goes on from the same moment; where it is shorter than that, there is nothing left to
        // play.
        moveTo(std::min(m_playhead, m_length));
        if (atEnd()) {
            pause();
        }
        return;
    }
    moveTo(wasAtEnd ? m_length : std::min(m_playhead, m_length));
}

void Playback::setSpeed(double speed)
{
    const auto& all = speeds();
    if (speed == m_speed || std::find(all.begin(), all.end(), speed) == all.end()) {
        return;
    }
    m_speed = speed;
    Q_EMIT speedChanged(speed);
}

void Playback::shiftSpeed(int steps)
{
    const auto& all = speeds();
    const auto at = std::find(all.begin(), all.end(), m_speed) - all.begin();
    setSpeed(all[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + steps, 0, std::ssize(all) - 1))]);
}

void Playback::faster()
{
    shiftSpeed(1);
}

void Playback::slower()
{
    shiftSpeed(-1);
}

void Playback::play()
{
    if (isPlaying() || m_length == 0) {
        return;
    }
    if (atEnd()) {
        moveTo(0);
    }
    m_clock.start();
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void Playback::pause()
{
    if (isPlaying()) {
        m_timer.stop();
        Q_EMIT playingChanged(false);
    }
}

void Playback::togglePlaying()
{
    if (isPlaying()) {
        pause();
    } else {
        play();
    }
}

void Playback::advance(double milliseconds)
{
    m_clock.start();
    const double moved = m_exact + milliseconds * 1000.0 * m_speed;
    if (m_speed == instant || moved >= static_cast<double>(m_length)) {
        moveTo(m_length);
        pause();
        return;
    }
    moveTo(static_cast<Micros>(moved));
    m_exact = moved;
}

void Playback::stepForward()
{
    pause();
    const auto next = std::upper_bound(m_moments.begin(), m_moments.end(), m_playhead);
    moveTo(next == m_moments.end() ? m_length : *next);
}

void Playback::stepBack()
{
    pause();
    const auto here = std::lower_bound(m_moments.begin(), m_moments.end(), m_playhead);
    moveTo(here == m_moments.begin() ? 0 : *std::prev(here));
}

void Playback::toStart()
{
    pause();
    moveTo(0);
}

void Playback::toEnd()
{
    pause();
    moveTo(m_length);
}

void Playback::scrubTo(Micros time)
{
    pause();
    moveTo(time);
}

void Playback::moveTo(Micros time)
{
    const Micros bounded = std::clamp<Micros>(time, 0, m_length);
    m_exact = static_cast<double>(bounded);
    if (bounded != m_playhead) {
        m_playhead = bounded;
        Q_EMIT playheadChanged(bounded);
    }
}

} // namespace idem
