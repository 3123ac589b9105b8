#include "ui/widgets/time_scale.h"

#include "simulations/scenario/duration.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>

namespace idem {

namespace {

Micros roundStep(double atLeast)
{
    for (Micros power = 1; power <= 10 * oneSecond; power *= 10) {
        for (const Micros digit : {1, 2, 5}) {
            if (static_cast<double>(digit * power) >= atLeast && digit * power <= 10 * oneSecond) {
                return digit * power;
            }
        }
    }
    for (const Micros step : {15 * oneSecond, 30 * oneSecond, oneMinute, 2 * oneMinute, 5 * oneMinute,
                              10 * oneMinute, 15 * oneMinute, 30 * oneMinute, oneHour, 2 * oneHour, 3 * oneHour,
                              6 * oneHour, 12 * oneHour, oneDay}) {
        if (static_cast<double>(step) >= atLeast) {
            return step;
        }
    }
    Micros days = oneDay;
    while (static_cast<double>(days) < atLeast && days < never / 8) {
        days *= 2;
    }
    return days;
}

QString amount(Micros at, Micros unit, Micros step)
{
    int decimals = 0;
    for (Micros rest = unit; rest > step && decimals < 6; rest /= 10) {
        ++decimals;
    }
    return QString::number(static_cast<double>(at) / static_cast<double>(unit), 'f', decimals);
}

QString tickLabel(Micros at, Micros step, Micros last)
{
    const auto text = [](const char* pattern, const QString& value) {
        return QCoreApplication::translate("idem::TimeScale", pattern).arg(value);
    };
    if (step < oneSecond / 1000) {
        return text(QT_TRANSLATE_NOOP("idem::TimeScale", "%1 ms"), amount(at, 1000, step));
    }
    // One unit for the whole axis: 20 ms, 40 ms … 100 ms.
    if (step < oneSecond / 10 && last < 10 * oneSecond) {
        return text(QT_TRANSLATE_NOOP("idem::TimeScale", "%1 ms"), amount(at, 1000, 1000));
    }
    if (step < oneMinute && std::abs(at) < 2 * oneHour) {
        return text(QT_TRANSLATE_NOOP("idem::TimeScale", "%1 s"), amount(at, oneSecond, step));
    }
    if (step < oneHour && at % oneMinute == 0) {
        return text(QT_TRANSLATE_NOOP("idem::TimeScale", "%1 min"), amount(at, oneMinute, oneMinute));
    }
    if (step < oneDay) {
        return text(QT_TRANSLATE_NOOP("idem::TimeScale", "%1 h"), amount(at, oneHour, std::min(step, oneHour)));
    }
    return text(QT_TRANSLATE_NOOP("idem::TimeScale", "%1 d"), amount(at, oneDay, oneDay));
}

} // namespace

double TimeScale::toX(Micros time) const
{
    const double span = std::max(1.0, static_cast<double>(to) - static_cast<double>(from));
    return x0 + (static_cast<double>(time) - static_cast<double>(from)) / span * (x1 - x0);
}

Micros TimeScale::toTime(double x) const
{
    if (x1 <= x0) {
        return from;
    }
    const double time = static_cast<double>(from)
        + (x - x0) / (x1 - x0) * std::max(1.0, static_cast<double>(to) - static_cast<double>(from));
    return static_cast<Micros>(std::llround(std::clamp(time, -9.0e18, 9.0e18)));
}

double TimeScale::perPixel() const
{
    return x1 <= x0 ? 1.0 : std::max(1.0, static_cast<double>(to) - static_cast<double>(from)) / (x1 - x0);
}

std::vector<Tick> TimeScale::ticks(double minimumGap) const
{
    std::vector<Tick> out;
    if (x1 <= x0 || to <= from) {
        return out;
    }
    const Micros step = roundStep(std::max(1.0, perPixel() * std::max(1.0, minimumGap)));
    const Micros first = from >= 0 ? (from + step - 1) / step * step : -(-from / step) * step;
    for (Micros at = first; at <= to && out.size() < 1000; at += step) {
        out.push_back({at, toX(at), tickLabel(at, step, to)});
    }
    return out;
}

} // namespace idem
