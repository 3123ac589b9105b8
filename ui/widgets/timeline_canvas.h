#pragma once

#include "ui/theme/tokens.h"
#include "ui/widgets/timeline_layout.h"
#include "ui/widgets/timeline_painter.h"
#include "ui/widgets/timeline_scene.h"

#include <map>
#include <QFontMetricsF>
#include <QRectF>
#include <utility>

class QPainter;
class QPainterPath;

namespace idem {

/// One paint of a timeline: what TimelinePainter works with. Lives for one paint, on its thread.
class TimelineCanvas
{
public:
    TimelineCanvas(QPainter& painter, const TimelineScene& scene, const TimelineLayout& layout,
                   const Colours& colours, const QRectF& area, const TimeScale& scale,
                   const TimelineLook& look);

    void ruler();
    void lanes();
    void playhead();
    void shapes(); ///< bars, arrows, key segments: twice, before and after the playhead
    void words(); ///< labels and marks, above all shapes

    const PaintCount& count() const { return m_count; }

private:
    /// A part of the time axis that is painted with one opacity.
    struct Slice
    {
        QRectF rect;
        Micros from = 0;
        Micros to = 0;
        double opacity = 1;
    };

    // timeline_shapes.cpp
    void slice(const Slice& slice);
    void drops(const Slice& slice);
    void arrows(const Slice& slice);
    void arrow(const Arrow& arrow);
    QPointF lostAt(const Arrow& arrow) const; ///< where an answer that got lost stops
    void keys(const Slice& slice);
    void bars(const Slice& slice);
    void barRow(const Slice& slice, const BarRow& row);
    void bar(const Bar& bar, const QRectF& rect);
    void hatch(const QRectF& rect, const QPainterPath& outline, Token ground, Token lines);

    // timeline_words.cpp
    void barWords();
    void barWord(const Bar& bar);
    void keyWords();
    QRectF clearOfMeetings(const KeySegment& segment, QRectF rect) const;
    void lostWords();
    void ledger();
    void marks();
    void answered(const Mark& mark);
    void told(const Mark& mark);
    void crash(const Mark& mark);
    void meeting(const Mark& mark);
    void ring(int call, Token colour, double width);

    double nextBarX(const Bar& bar) const;
    bool rowVisible(double top, double height) const;
    double opacityAt(Micros time) const;
    double y(double layoutY) const { return m_originY + layoutY; }
    QRectF barRect(const Bar& bar) const;
    void text(const QRectF& rect, Qt::Alignment align, const QString& words, const QFont& font, Token colour,
              double opacity);
    void chip(double left, double middle, const QString& words, Token colour, double opacity);

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const TimelineLayout& m_layout;
    const Colours& m_colours;
    QRectF m_area;
    QRectF m_content; ///< right of the gutter, below the ruler
    const TimeScale& m_scale;
    const TimelineLook& m_look;
    QFont m_small;
    QFont m_strong; ///< small and bold
    QFontMetricsF m_smallMetrics;
    QFontMetricsF m_strongMetrics;
    double m_originY = 0;
    Micros m_from = 0;
    Micros m_to = 0;
    std::map<std::pair<int, int>, double> m_taken; ///< by lane and row: how far the words above it reach
    PaintCount m_count;
};

/// The index of the first bar of a row that ends at or after a time.
std::size_t firstEndingAfter(const TimelineScene& scene, const BarRow& row, std::size_t begin, Micros time);

} // namespace idem
