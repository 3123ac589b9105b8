#pragma once

#include "simulations/run/trace.h"
#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_scene.h"

#include <memory>
#include <optional>
#include <QWidget>

class QScrollBar;

namespace idem {

/// The lane timeline of a trace: shows, zooms, pans, selects and moves the playhead. Owned by its parent; GUI
/// thread.
class TimelineView : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Null shows an empty state. Keeps the window of time where the new trace is as long as the old one, else
    /// fits.
    void setTrace(std::shared_ptr<const Trace> trace);
    const TimelineScene& scene() const { return m_scene; }

    void setPlayhead(Micros time);
    Micros playhead() const { return m_playhead; }

    void selectCall(int call); ///< -1: none; brings it into the window
    int selectedCall() const { return m_selected; }

    void zoomToFit();
    void zoom(double factor, double aroundX); ///< above 1 shows less time
    TimeScale scale() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// The sentence that hovering shows for a point; empty where there is nothing.
    QString explain(QPointF point) const;

Q_SIGNALS:
    void playheadMoved(Micros time); ///< by a person
    void callSelected(int call); ///< by a person; -1: none
    void eventSelected(std::size_t event); ///< by a click on a mark or an effect

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Drag : std::uint8_t { None, Playhead, Pan };

    void relayout();
    void updateScrollBars();
    void setWindow(double from, double to);
    void movePlayheadTo(double x);
    void pick(const Hit& hit);
    void step(int direction);
    Hit hitAt(QPointF point) const;
    double originY() const;
    double lanesHeight() const;
    double scaleRight() const;
    double fitEnd() const;
    void describeState();

    std::shared_ptr<const Trace> m_trace;
    std::optional<Snapshot> m_end; ///< the state after the last event, for names
    TimelineScene m_scene;
    std::unique_ptr<TimelineLayout> m_layout;
    QScrollBar* m_vertical = nullptr;
    QScrollBar* m_horizontal = nullptr;
    double m_from = 0; ///< the window of time, in microseconds
    double m_to = 1;
    bool m_fitted = true;
    Micros m_playhead = 0;
    int m_selected = -1;
    int m_hovered = -1;
    Drag m_drag = Drag::None;
    QPointF m_dragStart;
    double m_dragFrom = 0;
    double m_dragScroll = 0;
};

} // namespace idem
