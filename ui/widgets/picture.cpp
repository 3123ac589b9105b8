#include "ui/widgets/picture.h"

#include "ui/theme/tokens.h"
#include "ui/widgets/timeline_painter.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>

namespace idem {

namespace {

struct Picture
{
    Q_DECLARE_TR_FUNCTIONS(idem::Picture)
};

QFont withSize(int pixels, bool bold = false)
{
    QFont font = QGuiApplication::font();
    font.setPixelSize(pixels);
    font.setBold(bold);
    return font;
}

/// One after the other: a sample of each shape and what it means.
class Legend
{
public:
    Legend(QPainter& painter, const Colours& colours, QPointF at, double right)
        : m_painter(painter)
        , m_colours(colours)
        , m_at(at)
        , m_left(at.x())
        , m_right(right)
    {
        m_painter.setFont(withSize(12));
    }

    void bar(Token fill, Token stroke, const QString& words)
    {
        const QRectF rect = sample(words);
        m_painter.setPen(m_colours[stroke]);
        m_painter.setBrush(m_colours[fill]);
        m_painter.drawRoundedRect(rect, 3, 3);
    }
    void hatched(const QString& words)
    {
        const QRectF rect = sample(words);
        m_painter.save();
        m_painter.setClipRect(rect);
        m_painter.fillRect(rect, m_colours[Token::WorkGhost]);
        m_painter.setPen(QPen(m_colours[Token::WorkHatch], 2.2));
        for (double x = rect.left() - rect.height(); x < rect.right(); x += 7) {
            m_painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
        }
        m_painter.restore();
        m_painter.setPen(m_colours[Token::WorkStroke]);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(rect, 3, 3);
    }
    void diamond(bool duplicate, const QString& words)
    {
        const QPointF c = sample(words).center();
        m_painter.setPen(m_colours[Token::Surface]);
        m_painter.setBrush(m_colours[duplicate ? Token::Duplicate : Token::Effect]);
        for (const double shift : {4.0, 0.0}) {
            if (shift == 0 || duplicate) {
                const QPointF m = c + QPointF(shift, 0);
                m_painter.drawPolygon(
                    QPolygonF{m + QPointF(0, -7), m + QPointF(7, 0), m + QPointF(0, 7), m + QPointF(-7, 0)});
            }
        }
    }

private:
    QRectF sample(const QString& words)
    {
        const QFontMetricsF metrics(m_painter.font());
        const double width = 24 + 6 + metrics.horizontalAdvance(words) + 16;
        if (m_at.x() + width > m_right && m_at.x() > m_left) {
            m_at = QPointF(m_left, m_at.y() + 20);
        }
        const QRectF rect(m_at.x() + 0.5, m_at.y() - 6.5, 24, 13);
        m_painter.setPen(m_colours[Token::TextMuted]);
        m_painter.drawText(QRectF(rect.right() + 6, m_at.y() - 10, width, 20), Qt::AlignLeft | Qt::AlignVCenter,
                           words);
        m_at.rx() += width;
        return rect;
    }

    QPainter& m_painter;
    const Colours& m_colours;
    QPointF m_at;
    double m_left;
    double m_right;
};

} // namespace

QImage renderPicture(const Trace& trace, const Verdict& verdict, QSize size, bool dark)
{
    const Colours colours = dark ? Colours::dark() : Colours::light();
    const TimelineScene scene = buildScene(trace);
    TimelineLayout layout(scene, withSize(13));

    constexpr double margin = 20;
    const double width = std::max(480, size.width());
    const QString said = QString::fromStdString(sentence(verdict));
    const QFont text = withSize(14);
    const QString sign = verdict.safe ? Picture::tr("✓ SAFE") : Picture::tr("✕ UNSAFE");
    const QFont strong = withSize(15, true);
    const double signWidth = QFontMetricsF(strong).horizontalAdvance(sign) + 20;
    const double saidWidth = width - 2 * margin - signWidth - 24;
    const double saidHeight
        = QFontMetricsF(text).boundingRect(QRectF(0, 0, saidWidth, 1e4), Qt::TextWordWrap, said).height();
    constexpr double headHeight = 62;
    const double bandHeight = std::ceil(saidHeight + 18);
    constexpr double legendHeight = 62;
    const double needed = layout.ruler() + layout.height() + 4;
    // A raster of a run with very many overlapping calls is cut off rather than gigantic.
    const double rest = headHeight + bandHeight + legendHeight;
    const double height = std::clamp(needed + rest, static_cast<double>(std::max(size.height(), 300)), 8000.0);
    const double timelineHeight = height - rest;
    layout.fill(timelineHeight - layout.ruler());

    QImage image(QSize(static_cast<int>(width), static_cast<int>(std::ceil(height))), QImage::Format_RGB32);
    image.fill(colours[Token::Surface]);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);

    const QFont titleFont = withSize(18, true);
    painter.setFont(titleFont);
    painter.setPen(colours[Token::Text]);
    const QString title = trace.scenario ? QString::fromStdString(trace.scenario->title) : QString();
    painter.drawText(QRectF(margin, 10, width - 2 * margin, 28), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(titleFont).elidedText(title, Qt::ElideRight, width - 2 * margin));
    painter.setFont(withSize(13));
    painter.setPen(colours[Token::TextMuted]);
    const QString variant = trace.scenario ? QString::fromStdString(trace.scenario->variant) : QString();
    const QString seed = QString::number(trace.scenario ? trace.scenario->seed : 0);
    painter.drawText(QRectF(margin, 36, width - 2 * margin, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     variant.isEmpty() ? Picture::tr("base variant, seed %1").arg(seed)
                                       : Picture::tr("variant “%1”, seed %2").arg(variant, seed));

    const QRectF band(0, headHeight, width, bandHeight);
    painter.fillRect(band, colours[verdict.safe ? Token::GoodSurface : Token::BadSurface]);
    painter.setFont(strong);
    painter.setPen(colours[verdict.safe ? Token::GoodText : Token::BadText]);
    painter.drawText(band.adjusted(margin, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, sign);
    painter.setFont(text);
    painter.setPen(colours[Token::Text]);
    painter.drawText(QRectF(margin + signWidth, band.top(), saidWidth, bandHeight),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, said);

    const QRectF area(margin / 2, band.bottom(), width - margin, timelineHeight);
    TimeScale scale;
    scale.x0 = area.left() + layout.gutter() + 12;
    scale.x1 = area.right();
    const double room
        = QFontMetricsF(layout.smallFont()).horizontalAdvance(QStringLiteral("inv_99 duplicate")) + 20;
    const double across = scale.x1 - scale.x0;
    scale.to = std::max<Micros>(
        20,
        static_cast<Micros>(static_cast<double>(scene.length) * across / std::max(across / 2, across - room)));
    TimelineLook look;
    look.showPlayhead = false;
    TimelinePainter(scene, layout, colours).paint(painter, area, scale, look);

    Legend legend(painter, colours, QPointF(margin, area.bottom() + 20), width - margin);
    legend.bar(Token::Caller, Token::Caller, Picture::tr("a tool waits for its answer"));
    legend.bar(Token::CallerPale, Token::CallerStroke, Picture::tr("another caller waits"));
    legend.bar(Token::Thinking, Token::Thinking, Picture::tr("the model thinks"));
    legend.bar(Token::Work, Token::WorkStroke, Picture::tr("the provider works"));
    legend.hatched(Picture::tr("still working after the caller gave up"));
    legend.diamond(false, Picture::tr("effect"));
    legend.diamond(true, Picture::tr("duplicate"));
    return image;
}

} // namespace idem
