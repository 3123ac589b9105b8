#include "ui/widgets/duration_slider.h"

#include "simulations/run/snapshot.h"
#include "simulations/scenario/duration.h"
#include "ui/widgets/drawing.h"

#include <algorithm>
#include <cmath>
#include <QAccessible>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QWheelEvent>

namespace idem {

namespace {

constexpr Micros ms = 1'000;

constexpr double knob = 6;

/// From this value on, steps are this long.
struct Band
{
    Micros from;
    Micros step;
};
constexpr Band bands[] = {
    {0, ms},
    {10 * ms, 10 * ms},
    {100 * ms, 50 * ms},
    {500 * ms, 100 * ms},
    {2 * oneSecond, 500 * ms},
    {10 * oneSecond, oneSecond},
    {30 * oneSecond, 5 * oneSecond},
    {oneMinute, 15 * oneSecond},
    {5 * oneMinute, oneMinute},
    {30 * oneMinute, 5 * oneMinute},
    {oneHour, 30 * oneMinute},
    {6 * oneHour, oneHour},
    {oneDay, oneDay},
};

const Band& bandOf(Micros value)
{
    const Band* found = &bands[0];
    for (const Band& band : bands) {
        if (band.from <= value) {
            found = &band;
        }
    }
    return *found;
}

/// Position on a scale that is even for small values and logarithmic above; 10 ms is the knee.
double curve(Micros value)
{
    return std::log1p(static_cast<double>(value) / static_cast<double>(10 * ms));
}

} // namespace

Micros DurationSlider::stepped(Micros value, int steps)
{
    for (; steps > 0; --steps) {
        const Micros step = bandOf(value).step;
        value = (value / step + 1) * step;
    }
    for (; steps < 0 && value > 0; ++steps) {
        const Micros step = bandOf(value - 1).step;
        value = (value - 1) / step * step;
    }
    return value;
}

bool DurationSlider::parse(const QString& text, bool neverAllowed, Micros& out)
{
    const QString trimmed = text.trimmed().toLower();
    if (trimmed == tr("never") || trimmed == QLatin1String("never")) {
        out = never;
        return neverAllowed;
    }
    static const QRegularExpression pattern(
        QStringLiteral("^(\\d{1,12}(?:[.,]\\d{1,6})?)\\s*(us|µs|ms|s|sec|m|min|h|d)?$"));
    const auto match = pattern.match(trimmed);
    if (!match.hasMatch()) {
        return false;
    }
    const QString unit = match.captured(2);
    const Micros factor = unit == QLatin1String("us") || unit == QStringLiteral("µs") ? 1
        : unit == QLatin1String("ms")                                                 ? ms
        : unit.isEmpty() || unit.startsWith(QLatin1Char('s'))                         ? oneSecond
        : unit.startsWith(QLatin1Char('m'))                                           ? oneMinute
        : unit == QLatin1String("h")                                                  ? oneHour
                                                                                      : oneDay;
    QString number = match.captured(1);
    number.replace(QLatin1Char(','), QLatin1Char('.'));
    const double value = number.toDouble() * static_cast<double>(factor);
    if (value > 4.0e18) {
        return false;
    }
    out = static_cast<Micros>(std::llround(value));
    return true;
}

DurationSlider::DurationSlider(const QString& label, QWidget* parent)
    : QWidget(parent)
    , m_label(label)
    , m_edit(new QLineEdit(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(label);
    m_edit->hide();
    m_edit->setAlignment(Qt::AlignRight);
    m_edit->setAccessibleName(tr("%1 as text").arg(label));
    m_edit->installEventFilter(this);
    announce();
}

void DurationSlider::setRange(Micros lowest, Micros highest)
{
    m_lowest = std::max<Micros>(0, lowest);
    m_highest = std::max(m_lowest + 1, highest);
    setValue(m_value);
    update();
}

void DurationSlider::setNever(bool allowed)
{
    m_never = allowed;
    setValue(m_value);
}

void DurationSlider::setValue(Micros value)
{
    const Micros bounded = value == never && m_never ? never : std::clamp(value, m_lowest, m_highest);
    if (bounded != m_value) {
        m_value = bounded;
        announce();
        update();
    }
}

void DurationSlider::change(Micros value)
{
    const Micros before = m_value;
    setValue(value);
    if (m_value != before) {
        Q_EMIT valueChanged(m_value);
    }
}

void DurationSlider::stepBy(int steps)
{
    const Micros before = m_value;
    if (m_value == never) {
        change(steps < 0 ? stepped(m_highest, steps + 1) : never);
    } else {
        const bool beyond = steps > 0 && m_never && m_value >= m_highest;
        change(beyond ? never : stepped(m_value, steps));
    }
    if (m_value != before) {
        Q_EMIT editingFinished();
    }
}

void DurationSlider::announce()
{
    setAccessibleDescription(valueText());
    setToolTip(tr("%1: %2. Drag, use the arrow keys, or press F2 to type a value.").arg(m_label, valueText()));
}

QString DurationSlider::valueText() const
{
    return m_value == never ? tr("never") : QString::fromStdString(durationText(m_value));
}

double DurationSlider::position(Micros value) const
{
    // "never" has the last twelfth for itself.
    const double share = m_never ? 11.0 / 12 : 1.0;
    if (value == never) {
        return 1;
    }
    const double low = curve(m_lowest);
    const double high = curve(m_highest);
    return std::clamp((curve(value) - low) / (high - low), 0.0, 1.0) * share;
}

Micros DurationSlider::valueAt(double at) const
{
    const double share = m_never ? 11.0 / 12 : 1.0;
    if (m_never && at > share + (1 - share) / 2) {
        return never;
    }
    const double low = curve(m_lowest);
    const double high = curve(m_highest);
    const double raw
        = std::expm1(low + std::clamp(at / share, 0.0, 1.0) * (high - low)) * static_cast<double>(10 * ms);
    const auto value = static_cast<Micros>(std::llround(raw));
    const Micros step = bandOf(value).step;
    return std::clamp((value + step / 2) / step * step, m_lowest, m_highest);
}

QSize DurationSlider::sizeHint() const
{
    const QFontMetricsF metrics(font());
    const double words = metrics.horizontalAdvance(m_label)
        + QFontMetricsF(boldFont(font())).horizontalAdvance(QStringLiteral("  000.00 min"));
    return {static_cast<int>(words) + 8, static_cast<int>(std::ceil(metrics.height() + 2 * knob + 6))};
}

QRectF DurationSlider::grooveRect() const
{
    const double y = QFontMetricsF(font()).height() + 3 + knob;
    return {knob + 2, y - 2, std::max(1.0, width() - 2 * knob - 4), 4};
}

QRectF DurationSlider::valueRect() const
{
    const double height = QFontMetricsF(font()).height() + 2;
    const double wide = QFontMetricsF(boldFont(font())).horizontalAdvance(valueText()) + 6;
    return {width() - wide - 2, 0, wide, height};
}

void DurationSlider::paintEvent(QPaintEvent* /*event*/)
{
    const Colours colours = Colours::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF value = valueRect();
    const QRectF name(2, 0, value.left() - 6, value.height());
    painter.setPen(colours[isEnabled() ? Token::Text : Token::TextFaint]);
    painter.setFont(font());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font()).elidedText(m_label, Qt::ElideRight, name.width()));
    painter.setFont(boldFont(font()));
    painter.drawText(value, Qt::AlignRight | Qt::AlignVCenter, valueText());

    const QRectF groove = grooveRect();
    const double x = groove.left() + position(m_value) * groove.width();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours[Token::Track]);
    painter.drawRoundedRect(groove, 2, 2);
    const Token accent = isEnabled() ? Token::Accent : Token::Track;
    painter.setBrush(colours[accent]);
    QRectF filled = groove;
    filled.setRight(x);
    painter.drawRoundedRect(filled, 2, 2);
    painter.setPen(QPen(colours[accent], 2));
    painter.setBrush(colours[Token::Knob]);
    painter.drawEllipse(QPointF(x, groove.center().y()), knob, knob);
    if (hasFocus()) {
        painter.setPen(QPen(colours[Token::Focus], 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(x, groove.center().y()), knob + 2.5, knob + 2.5);
    }
}

void DurationSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || event->position().y() < grooveRect().top() - knob) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_dragging = true;
    const QRectF groove = grooveRect();
    // Pressing the knob itself must not move it.
    const double x = groove.left() + position(m_value) * groove.width();
    if (std::abs(event->position().x() - x) > knob) {
        change(valueAt((event->position().x() - groove.left()) / groove.width()));
    }
}

void DurationSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging) {
        const QRectF groove = grooveRect();
        change(valueAt((event->position().x() - groove.left()) / groove.width()));
    }
}

void DurationSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_dragging && event->button() == Qt::LeftButton) {
        m_dragging = false;
        Q_EMIT editingFinished();
    }
}

void DurationSlider::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->position().y() < grooveRect().top() - knob) {
        edit();
    } else {
        mousePressEvent(event);
    }
}

void DurationSlider::wheelEvent(QWheelEvent* event)
{
    // Only with the keyboard on it: a panel that is scrolled must not change what it scrolls past.
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    stepBy(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void DurationSlider::keyPressEvent(QKeyEvent* event)
{
    const Micros before = m_value;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        stepBy(-1);
        return;
    case Qt::Key_Right:
    case Qt::Key_Up:
        stepBy(1);
        return;
    case Qt::Key_PageDown:
        stepBy(-10);
        return;
    case Qt::Key_PageUp:
        stepBy(10);
        return;
    case Qt::Key_Home:
        change(m_lowest);
        break;
    case Qt::Key_End:
        change(m_never ? never : m_highest);
        break;
    case Qt::Key_F2:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        edit();
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (m_value != before) {
        Q_EMIT editingFinished();
    }
}

void DurationSlider::edit()
{
    const int height = std::max(m_edit->sizeHint().height(), static_cast<int>(valueRect().height()));
    const int width = std::min(this->width(), static_cast<int>(QFontMetricsF(font()).averageCharWidth() * 16));
    m_edit->setGeometry(this->width() - width, 0, width, std::min(height, this->height()));
    m_edit->setText(valueText());
    m_edit->selectAll();
    m_edit->setToolTip(tr("A number and a unit: 250 ms, 2.5 s, 1 min, 24 h, 3 d."));
    m_edit->show();
    m_edit->setFocus();
}

void DurationSlider::finishEdit(bool take)
{
    if (!m_edit->isVisible()) {
        return;
    }
    Micros value = 0;
    const bool understood = parse(m_edit->text(), m_never, value);
    if (take && !understood) {
        // It stays open: what was typed is not thrown away, and says what would be right.
        m_edit->selectAll();
        m_edit->setToolTip(m_never ? tr("Not a duration. Write 250 ms, 2.5 s, 1 min, 24 h or never.")
                                   : tr("Not a duration. Write 250 ms, 2.5 s, 1 min, 24 h or 3 d."));
        QPalette wrong = palette();
        wrong.setColor(QPalette::Base, Colours::of(palette())[Token::BadSurface]);
        m_edit->setPalette(wrong);
        return;
    }
    m_edit->setPalette(QPalette());
    const bool hadFocus = m_edit->hasFocus();
    m_edit->hide();
    if (hadFocus) {
        setFocus();
    }
    if (take && value != m_value) {
        change(value);
        Q_EMIT editingFinished();
    }
}

bool DurationSlider::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit) {
        const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event)->key() : 0;
        // A line edit passes Return on to its parent, where it would open the field again.
        if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) {
            finishEdit(key != Qt::Key_Escape);
            return true;
        }
        if (event->type() == QEvent::FocusOut) {
            Micros value = 0;
            finishEdit(parse(m_edit->text(), m_never, value));
        }
    }
    return QWidget::eventFilter(watched, event);
}

void DurationSlider::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
    update();
    QWidget::changeEvent(event);
}

} // namespace idem
