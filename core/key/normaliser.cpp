#include "core/key/normaliser.h"

#include "core/text/nearest.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <QDate>
#include <QDateTime>

namespace idem {

namespace {

constexpr std::array<std::string_view, 3> dateFormats = {"YYYY", "YYYY-MM", "YYYY-MM-DD"};

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

QString digitsOf(const QString& value)
{
    QString out;
    std::copy_if(value.begin(), value.end(), std::back_inserter(out), isDigit);
    return out;
}

// "2026", "2026-10" or "2026-10-05" at the beginning of the text, digit by digit: Qt's own parser also takes
// signs and white space. Returns how many characters of a real date there are, 0 where there are none.
qsizetype lengthOfDate(const QString& value)
{
    const auto digits = [&value](qsizetype from, qsizetype count) {
        return value.size() >= from + count
            && std::all_of(value.begin() + from, value.begin() + from + count, isDigit);
    };
    if (!digits(0, 4)) {
        return 0;
    }
    if (value.size() == 4) {
        return 4;
    }
    if (value[4] != u'-' || !digits(5, 2)) {
        return 0;
    }
    const int year = value.left(4).toInt();
    const int month = value.mid(5, 2).toInt();
    if (value.size() == 7) {
        return QDate::isValid(year, month, 1) ? 7 : 0;
    }
    if (value[7] != u'-' || !digits(8, 2)) {
        return 0;
    }
    return QDate::isValid(year, month, value.mid(8, 2).toInt()) ? 10 : 0;
}

// A time of day after the date is allowed, as in 2026-10-05T14:30:00Z, as long as it is one. The date is taken
// as it is written: moving it to another time zone could move an invoice into another month.
bool isTimeOfDay(const QString& value)
{
    if (value.size() == 10) {
        return true;
    }
    QString iso = value;
    if (iso[10] == u' ' || iso[10] == u't') {
        iso[10] = u'T';
    }
    return iso[10] == u'T' && QDateTime::fromString(iso, Qt::ISODateWithMs).isValid();
}

} // namespace

const std::vector<Normaliser::Name>& Normaliser::names()
{
    static const std::vector<Name> all
        = {{"trim", Kind::Trim}, {"lower", Kind::Lower},   {"upper", Kind::Upper},
           {"nfc", Kind::Nfc},   {"digits", Kind::Digits}, {"date", Kind::Date}};
    return all;
}

Normaliser::Normaliser(Kind kind, std::size_t dateLength)
    : m_kind(kind)
    , m_dateLength(dateLength)
{
}

std::vector<std::string> Normaliser::known()
{
    std::vector<std::string> out;
    for (const Name& each : names()) {
        if (each.kind != Kind::Date) {
            out.emplace_back(each.name);
            continue;
        }
        for (const std::string_view format : dateFormats) {
            out.push_back(std::string(each.name) + ':' + std::string(format));
        }
    }
    return out;
}

std::string_view Normaliser::name() const
{
    return std::find_if(names().begin(), names().end(),
                        [this](const Name& each) { return each.kind == m_kind; })
        ->name;
}

Result<Normaliser> Normaliser::parse(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::string name(text.substr(0, colon));
    const auto found
        = std::find_if(names().begin(), names().end(), [&name](const Name& each) { return each.name == name; });
    if (found == names().end()) {
        std::vector<std::string> plain;
        std::transform(names().begin(), names().end(), std::back_inserter(plain),
                       [](const Name& each) { return std::string(each.name); });
        const std::string close = nearest(name, plain);
        return Error{.place = {},
                     .cause = name.empty() ? "a normaliser is missing after the bar"
                                           : "there is no normaliser \"" + name + '"',
                     .cure = (close.empty() ? "There are " : "Did you mean \"" + close + "\"? There are ")
                         + joined(known())};
    }
    const bool hasOption = colon != std::string_view::npos;
    const std::string option(hasOption ? text.substr(colon + 1) : std::string_view());
    if (found->kind != Kind::Date) {
        if (hasOption) {
            return Error{.place = {},
                         .cause = '"' + name + "\" takes nothing after a colon, yet there is \"" + option + '"',
                         .cure = "Write " + name};
        }
        return Normaliser(found->kind, 0);
    }
    if (std::find(dateFormats.begin(), dateFormats.end(), option) == dateFormats.end()) {
        return Error{.place = {},
                     .cause
                     = hasOption ? "\"date\" has no format \"" + option + '"' : "\"date\" needs a format",
                     .cure = "Write date:YYYY-MM-DD, date:YYYY-MM or date:YYYY"};
    }
    return Normaliser(Kind::Date, option.size());
}

Result<QString> Normaliser::apply(const QString& value) const
{
    switch (m_kind) {
    case Kind::Trim:
        return value.trimmed();
    case Kind::Lower:
        return value.toLower();
    case Kind::Upper:
        return value.toUpper();
    case Kind::Nfc:
        return value.normalized(QString::NormalizationForm_C);
    case Kind::Digits:
        return digitsOf(value);
    case Kind::Date:
        break;
    }
    const qsizetype length = lengthOfDate(value);
    if (length == 0 || (length == 10 && !isTimeOfDay(value))) {
        return Error{.place = {},
                     .cause = '"' + toUtf8(value.left(40)) + "\" is not a date",
                     .cure
                     = "Give a date such as 2026-10-05, or a date with a time such as 2026-10-05T14:30:00Z"};
    }
    const auto wanted = static_cast<qsizetype>(m_dateLength);
    if (length < wanted) {
        return Error{.place = {},
                     .cause = "the date \"" + toUtf8(value) + "\" is not exact enough",
                     .cure = "Give it as " + std::string(dateFormats[m_dateLength == 10 ? 2 : 1])
                         + ", or ask for a coarser date in the template"};
    }
    return value.left(wanted);
}

} // namespace idem
