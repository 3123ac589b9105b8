#include "ui/widgets/timeline_canvas.h"
#include "ui/widgets/timeline_text.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <set>

namespace idem {

namespace {

Token wordColour(CallAnswer answer)
{
    switch (answer) {
    case CallAnswer::Done:
        return Token::GoodText;
    case CallAnswer::Replayed:
        return Token::ReplayedText;
    case CallAnswer::InProgress:
        return Token::InProgressText;
    case CallAnswer::Conflict:
        return Token::ConflictText;
    case CallAnswer::OutcomeUnknown:
        return Token::UnknownText;
    case CallAnswer::None:
    case CallAnswer::NotFound:
        return Token::TextMuted;
    case CallAnswer::Rejected:
    case CallAnswer::Timeout:
    case CallAnswer::Lost:
    case CallAnswer::Error:
        return Token::BadText;
    }
    return Token::Text;
}

Token wordColour(const Bar& bar)
{
    if (bar.kind == BarKind::Working) {
        return Token::WorkText;
    }
    if (bar.kind == BarKind::Looking) {
        return Token::AccentWord;
    }
    return bar.lane == LaneKind::Tool ? Token::CallerText : Token::CallerMutedText;
}

Token wordColour(const KeySegment& segment)
{
    switch (segment.state) {
    case State::Processing:
        return Token::WorkGhostText;
    case State::Done:
        return Token::GoodText;
    case State::FailedBefore:
        return Token::TextMuted;
    case State::FailedForGood:
        return Token::BadText;
    case State::Unknown:
        return Token::UnknownText;
    }
    return Token::Text;
}

} // namespace

void TimelineCanvas::words()
{
    m_painter.save();
    m_painter.setClipRect(m_content, Qt::IntersectClip);
    ring(m_look.hoveredCall, Token::Focus, 1.5);
    ring(m_look.selectedCall, Token::SelectionRing, 2);
    barWords();
    keyWords();
    lostWords();
    ledger();
    marks();
    m_painter.restore();
}

void TimelineCanvas::ring(int call, Token colour, double width)
{
    const Bar* bar = m_scene.bar(call);
    if (bar == nullptr) {
        return;
    }
    QRectF rect = barRect(*bar).adjusted(-2, -2, 2, 2);
    rect.setLeft(std::max(rect.left(), m_content.left() - 20));
    rect.setRight(std::min(rect.right(), m_content.right() + 20));
    if (rect.width() <= 0) {
        return;
    }
    m_painter.setPen(QPen(m_colours[colour], width));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(rect, 5, 5);
}

void TimelineCanvas::barWords()
{
    // Only bars that are wide enough for a word: between two of them the others are passed over by time.
    const double least = m_smallMetrics.averageCharWidth() * 3;
    for (const Lane& lane : m_scene.lanes) {
        for (std::size_t row = 0; row < lane.rows.size(); ++row) {
            if (!rowVisible(y(m_layout.barTop(lane.kind, static_cast<int>(row))), m_layout.barHeight())) {
                continue;
            }
            const BarRow& range = lane.rows[row];
            std::size_t i = firstEndingAfter(m_scene, range, range.first, m_from);
            for (; i < range.first + range.count && m_scene.bars[i].from <= m_to; ++i) {
                if (m_scale.toX(m_scene.bars[i].end) - m_scale.toX(m_scene.bars[i].from) >= least) {
                    barWord(m_scene.bars[i]);
                }
            }
        }
    }
}

void TimelineCanvas::barWord(const Bar& bar)
{
    const QRectF whole = barRect(bar);
    const double edge = bar.hatchedFrom ? std::max(whole.left(), m_scale.toX(*bar.hatchedFrom)) : whole.right();
    // Words stay in the window while the bar is scrolled out at its left.
    QRectF solid = whole;
    solid.setRight(edge);
    solid = solid.intersected(m_content).adjusted(6, 0, -4, 0);
    QString words = idem::barWords(bar);
    Token colour = wordColour(bar);
    if (!bar.thinking.empty()) {
        // A model's name stands on what it thinks, else on the pale ground beside it.
        const double end = m_scale.toX(bar.thinking.front().to);
        if (end - solid.left() > m_smallMetrics.horizontalAdvance(words) + 4) {
            solid.setRight(std::min(solid.right(), end - 4));
            colour = Token::ThinkingText;
        } else {
            double left = end + 5;
            double right = solid.right();
            if (bar.thinking.size() > 1) {
                right = std::min(right, m_scale.toX(bar.thinking[1].from) - 3);
            }
            solid.setLeft(std::max(solid.left(), left));
            solid.setRight(right);
        }
    }
    const double opacity = opacityAt(bar.from);
    if (solid.width() >= m_smallMetrics.averageCharWidth() * 3) {
        const QString fitting = m_smallMetrics.elidedText(words, Qt::ElideRight, solid.width());
        if (fitting.size() >= std::min<qsizetype>(4, words.size())) {
            text(solid, Qt::AlignLeft | Qt::AlignVCenter, fitting, m_small, colour, opacity);
        }
    }
    if (!bar.hatchedFrom) {
        return;
    }
    QRectF late = whole;
    late.setLeft(edge);
    late = late.intersected(m_content);
    const QString still = Timeline::tr("still working");
    const double width = m_smallMetrics.horizontalAdvance(still);
    if (late.width() >= width + 6) {
        // No lines behind letters.
        const double left = late.left() + (late.width() >= width + 14 ? 6 : 3);
        const bool working = bar.kind == BarKind::Working;
        m_painter.setOpacity(opacityAt(*bar.hatchedFrom));
        m_painter.fillRect(QRectF(left - 2, late.top() + 2, width + 4, late.height() - 4),
                           m_colours[working ? Token::WorkGhost : Token::CallerGhost]);
        text(QRectF(left, late.top(), width + 1, late.height()), Qt::AlignLeft | Qt::AlignVCenter, still,
             m_small, bar.kind == BarKind::Working ? Token::WorkGhostText : Token::CallerGhostText,
             opacityAt(*bar.hatchedFrom));
    }
}

void TimelineCanvas::keyWords()
{
    if (m_scene.keys.empty()) {
        const QString none = m_scene.anyKey
            ? Timeline::tr("a key is made, but nothing keeps it")
            : Timeline::tr("no key: nothing can tell a retry from a new request");
        const double top = y(m_layout.barTop(LaneKind::Key, 0));
        const double width = m_smallMetrics.horizontalAdvance(none) + 10;
        const QRectF ground(m_content.center().x() - width / 2, top, width, m_layout.barHeight());
        m_painter.fillRect(ground, m_colours[Token::Surface]);
        text(ground, Qt::AlignCenter, none, m_small, Token::TextMuted, 1);
        return;
    }
    std::set<int> named;
    for (const KeySegment& segment : m_scene.keys) {
        if (segment.from > m_to) {
            break;
        }
        const double top = y(m_layout.barTop(LaneKind::Key, segment.row));
        QRectF rect(m_scale.toX(segment.from), top, 0, m_layout.barHeight());
        rect.setRight(m_scale.toX(segment.to));
        rect = clearOfMeetings(segment, rect.intersected(m_content).adjusted(5, 0, -4, 0));
        if (segment.to < m_from || rect.width() < 12 || !rowVisible(top, m_layout.barHeight())) {
            continue;
        }
        const QString state = stateWord(segment.state, segment.leaseOver);
        const QString key = QString::fromStdString(segment.key);
        const QString both = Timeline::tr("%1 · %2").arg(key, state);
        QString words = state;
        if (named.count(segment.record) == 0) {
            const bool all = m_smallMetrics.horizontalAdvance(both) <= rect.width();
            const bool last = segment.open;
            if (all || last) {
                words = all ? both : m_smallMetrics.elidedText(key, Qt::ElideMiddle, rect.width());
                named.insert(segment.record);
            }
        }
        if (const double wide = m_smallMetrics.horizontalAdvance(words); wide <= rect.width()) {
            if (segment.leaseOver || segment.state == State::Unknown) { // no lines behind letters
                m_painter.setOpacity(opacityAt(segment.from));
                m_painter.fillRect(QRectF(rect.left() - 2, top + 2, wide + 4, m_layout.barHeight() - 4),
                                   m_colours[segment.leaseOver ? Token::WorkGhost : Token::Surface]);
            }
            text(rect, Qt::AlignLeft | Qt::AlignVCenter, words, m_small, wordColour(segment),
                 opacityAt(segment.from));
        }
    }
}

/// The part of a segment, from its left, that no ring of a repeat covers.
QRectF TimelineCanvas::clearOfMeetings(const KeySegment& segment, QRectF rect) const
{
    const double ring = std::floor(m_layout.barHeight() * 0.38) + 3;
    auto mark = std::lower_bound(m_scene.marks.begin(), m_scene.marks.end(), std::max(segment.from, m_from),
                                 [](const Mark& one, Micros time) { return one.at < time; });
    for (; mark != m_scene.marks.end() && mark->at <= std::min(segment.to, m_to); ++mark) {
        const bool here = mark->lane == LaneKind::Key && mark->row == segment.row
            && (mark->kind == MarkKind::Decided || mark->kind == MarkKind::Stale);
        const double x = here ? m_scale.toX(mark->at) : 0;
        if (!here || x + ring < rect.left()) {
            continue;
        }
        if (x - ring > rect.left() + 30) {
            rect.setRight(std::min(rect.right(), x - ring));
            break;
        }
        rect.setLeft(x + ring);
    }
    return rect;
}

void TimelineCanvas::lostWords()
{
    const QString words = Timeline::tr("answer lost");
    const double width = m_strongMetrics.horizontalAdvance(words) + 6;
    double reached = m_content.left();
    auto it = std::lower_bound(m_scene.arrows.begin(), m_scene.arrows.end(), m_from,
                               [](const Arrow& arrow, Micros time) { return arrow.toTime < time; });
    for (; it != m_scene.arrows.end() && it->toTime <= m_to; ++it) {
        if (it->kind != ArrowKind::LostAnswer) {
            continue;
        }
        const QPointF at = lostAt(*it);
        if (at.x() + 6 >= reached && at.x() + 6 + width <= m_content.right()) {
            chip(at.x() + 6, at.y(), words, Token::BadText, opacityAt(it->toTime));
            reached = at.x() + 6 + width;
        }
    }
}

void TimelineCanvas::ledger()
{
    const double half = std::floor(m_layout.barHeight() * 0.42);
    std::map<std::pair<int, bool>, double> last;
    std::map<int, double> reached;
    const auto begin = std::lower_bound(m_scene.ledger.begin(), m_scene.ledger.end(), m_from,
                                        [](const Diamond& diamond, Micros time) { return diamond.at < time; });
    for (auto it = begin; it != m_scene.ledger.end() && it->at <= m_to; ++it) {
        const double x = m_scale.toX(it->at);
        auto [before, fresh] = last.try_emplace({it->row, it->duplicate}, x);
        if (!fresh && x - before->second < half / 2) {
            continue;
        }
        const bool crowded = !fresh && x - before->second < 2 * half;
        before->second = x;
        const double middle = y(m_layout.barMiddle(LaneKind::Ledger, it->row));
        const double opacity = opacityAt(it->at);
        const auto diamond = [&](double centre) {
            m_painter.drawPolygon(QPolygonF{QPointF(centre, middle - half), QPointF(centre + half, middle),
                                            QPointF(centre, middle + half), QPointF(centre - half, middle)});
        };
        m_painter.setOpacity(opacity);
        m_painter.setPen(crowded ? QPen(Qt::NoPen) : QPen(m_colours[Token::Surface], 1));
        m_painter.setBrush(m_colours[it->duplicate ? Token::Duplicate : Token::Effect]);
        if (it->duplicate) {
            diamond(x + 4); // a second one behind: a duplicate has a shape of its own
        }
        diamond(x);
        m_painter.setOpacity(1);
        ++m_count.marks;

        // The name goes to the right as far as the next effect of its row lets it, else to the left.
        double free = m_content.right() - 2;
        for (auto next = std::next(it); next != m_scene.ledger.end() && next->at <= m_to; ++next) {
            if (next->row == it->row) {
                free = m_scale.toX(next->at) - half - 2;
                break;
            }
        }
        const double left = x + half + (it->duplicate ? 8 : 4);
        const QString name = effectWords(*it);
        const double width = m_strongMetrics.horizontalAdvance(name) + 2;
        const double height = m_strongMetrics.height();
        const Token colour = it->duplicate ? Token::DuplicateText : Token::EffectText;
        const double taken = reached.count(it->row) != 0 ? reached[it->row] : m_content.left();
        double at = left;
        QString words = name;
        if (left + width > free) {
            if (x - half - 4 - width >= taken) {
                at = x - half - 4 - width;
            } else {
                words = effectWordsIn(*it, m_strongMetrics, free - left);
            }
        }
        reached[it->row] = x + half;
        if (!words.isEmpty()) {
            text(QRectF(at, middle - height / 2, width, height), Qt::AlignLeft | Qt::AlignVCenter, words,
                 m_strong, colour, opacity);
            reached[it->row] = std::max(x + half, at + std::min(width, free - at));
        }
    }
}

void TimelineCanvas::marks()
{
    double lastMeeting = -1e9;
    const auto begin = std::lower_bound(m_scene.marks.begin(), m_scene.marks.end(), m_from,
                                        [](const Mark& mark, Micros time) { return mark.at < time; });
    for (auto it = begin; it != m_scene.marks.end() && it->at <= m_to; ++it) {
        const bool across = it->kind == MarkKind::Crash;
        if (!across
            && !rowVisible(y(m_layout.barTop(it->lane, it->row)) - m_layout.rowHeight(),
                           m_layout.rowHeight() * 2)) {
            continue;
        }
        switch (it->kind) {
        case MarkKind::Answered:
            answered(*it);
            break;
        case MarkKind::Told:
            told(*it);
            break;
        case MarkKind::Crash:
            crash(*it);
            break;
        case MarkKind::Decided:
        case MarkKind::Stale:
        case MarkKind::LookedUp:
            if (const double x = m_scale.toX(it->at); x - lastMeeting >= 2) {
                lastMeeting = x;
                meeting(*it);
            }
            break;
        }
    }
}

void TimelineCanvas::answered(const Mark& mark)
{
    const Bar* bar = m_scene.bar(mark.call);
    const double x = m_scale.toX(mark.at);
    const auto place = m_taken.try_emplace({static_cast<int>(mark.lane), mark.row}, m_content.left());
    double& reached = place.first->second;
    const bool fresh = place.second;
    if (bar == nullptr || (!fresh && x - reached < 2)) {
        return;
    }
    const QString sign = answerSign(mark.answer);
    const QString word = Timeline::tr("%1 %2").arg(sign, answerWord(mark.answer));
    const double height = m_strongMetrics.height();
    const double top = y(m_layout.barTop(mark.lane, mark.row)) - height - 1;
    // The arrow that starts the bar, and the one that starts the next, must not run through the word.
    const double first = std::max(m_scale.toX(bar->from) + 5, reached);
    const double last = std::min(nextBarX(*bar) - 5, m_content.right());
    const auto draw = [&](const QString& words, double left) {
        const double width = m_strongMetrics.horizontalAdvance(words) + 2;
        m_painter.setOpacity(opacityAt(mark.at));
        m_painter.fillRect(QRectF(left - 1, top, width + 2, height), m_colours[Token::Surface]);
        text(QRectF(left, top, width, height), Qt::AlignLeft | Qt::AlignVCenter, words, m_strong,
             wordColour(mark.answer), opacityAt(mark.at));
        reached = left + width + 4;
        ++m_count.marks;
    };
    // It ends where the bar ends; a bar shorter than its word lets it hang over on the right.
    const double width = m_strongMetrics.horizontalAdvance(word) + 2;
    const double narrow = m_strongMetrics.horizontalAdvance(sign) + 2;
    const double left = std::max(x - width, first);
    if (left <= x + 8 && left + width <= last) {
        draw(word, left);
    } else if (const double sole = std::max(x - narrow, first); sole <= x + 8 && sole + narrow <= last + 3) {
        draw(sign, sole);
    }
}

/// Where the next bar of the same row begins.
double TimelineCanvas::nextBarX(const Bar& bar) const
{
    const auto next = static_cast<std::size_t>(&bar - m_scene.bars.data()) + 1;
    const bool same = next < m_scene.bars.size() && m_scene.bars[next].lane == bar.lane
        && m_scene.bars[next].row == bar.row;
    return same ? m_scale.toX(m_scene.bars[next].from) : 1e9;
}

void TimelineCanvas::told(const Mark& mark)
{
    const Token colour = mark.told == Told::Done ? Token::GoodText
        : mark.told == Told::InProgress          ? Token::InProgressText
        : mark.told == Told::Failed              ? Token::BadText
                                                 : Token::TextMuted;
    const QString words = toldWord(mark.told);
    const double width = m_strongMetrics.horizontalAdvance(words) + 6;
    const double x = m_scale.toX(mark.at);
    auto [reached, fresh] = m_taken.try_emplace({static_cast<int>(mark.lane), mark.row}, m_content.left());
    const double middle = y(m_layout.barMiddle(mark.lane, mark.row));
    // Beside the bar, or on it where the window ends.
    const double left = x + 4 + width <= m_content.right() ? x + 4 : x - width - 4;
    if (left >= reached->second) {
        chip(left, middle, words, colour, opacityAt(mark.at));
        reached->second = left + width;
        ++m_count.marks;
    }
}

void TimelineCanvas::crash(const Mark& mark)
{
    const double x = std::floor(m_scale.toX(mark.at)) + 0.5;
    const double top = y(m_layout.laneTop(mark.lane));
    const double bottom = y(m_layout.laneTop(mark.lastLane) + m_layout.laneHeight(mark.lastLane));
    m_painter.setOpacity(opacityAt(mark.at));
    QPen pen(m_colours[Token::Bad], 1.6);
    pen.setDashPattern({4, 2});
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(x, top + 2), QPointF(x, bottom - 2));
    m_painter.setOpacity(1);
    const QString words = Timeline::tr("✕ crash");
    const double width = m_strongMetrics.horizontalAdvance(words) + 6;
    const double left = x + 5 + width <= m_content.right() ? x + 5 : x - 5 - width;
    chip(left, y(m_layout.barMiddle(mark.lane, 0)), words, Token::BadText, opacityAt(mark.at));
    ++m_count.marks;
}

void TimelineCanvas::meeting(const Mark& mark)
{
    const double radius = std::floor(m_layout.barHeight() * 0.38);
    const QPointF centre(m_scale.toX(mark.at), y(m_layout.barMiddle(mark.lane, mark.row)));
    const bool stale = mark.kind == MarkKind::Stale;
    const Token colour = stale ? Token::BadText : wordColour(mark.answer);
    m_painter.setOpacity(opacityAt(mark.at));
    m_painter.setPen(QPen(m_colours[colour], 1.5));
    m_painter.setBrush(m_colours[Token::Surface]);
    m_painter.drawEllipse(centre, radius, radius);
    text(QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius), Qt::AlignCenter,
         stale ? QStringLiteral("✕") : answerSign(mark.answer), m_strong, colour, opacityAt(mark.at));
    ++m_count.marks;
    if (mark.kind != MarkKind::LookedUp) {
        return;
    }
    // On its own in the provider's lane a ring says little: a word goes with it where nothing is in the way.
    const QString words = Timeline::tr("status: %1").arg(answerWord(mark.answer));
    const double left = centre.x() + radius + 3;
    const double right = left + m_strongMetrics.horizontalAdvance(words) + 6;
    bool clear = right <= m_content.right();
    const Lane& lane = m_scene.lane(mark.lane);
    if (clear && static_cast<std::size_t>(mark.row) < lane.rows.size()) {
        const BarRow& row = lane.rows[static_cast<std::size_t>(mark.row)];
        const std::size_t next = firstEndingAfter(m_scene, row, row.first, m_scale.toTime(left));
        clear = next >= row.first + row.count || m_scale.toX(m_scene.bars[next].from) > right;
    }
    auto [reached, fresh] = m_taken.try_emplace({static_cast<int>(mark.lane), mark.row}, m_content.left());
    if (clear && left >= reached->second) {
        chip(left, centre.y(), words, colour, opacityAt(mark.at));
        reached->second = right;
    }
}

} // namespace idem
