#include "core/text/unicode.h"

#include <algorithm>
#include <QByteArray>
#include <QByteArrayView>
#include <QStringDecoder>

namespace idem {

namespace {

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

QByteArrayView view(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

QStringDecoder decoder()
{
    return QStringDecoder(QStringDecoder::Utf8,
                          QStringDecoder::Flag::ConvertInitialBom | QStringDecoder::Flag::Stateless);
}

// In UTF-16 the characters above U+FFFF begin with a surrogate (D800 to DFFF) and so come before U+E000 to
// U+FFFF, whose UTF-8 begins with EE or EF. Moving these two behind F0 to F4 makes the order of the bytes the
// same.
unsigned utf16Rank(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0xEE || byte == 0xEF ? byte + 0x10U : byte;
}

} // namespace

QString fromUtf8(std::string_view text)
{
    return decoder().decode(view(text));
}

std::string toUtf8(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

bool isValidUtf8(std::string_view text)
{
    return isAscii(text) || view(text).isValidUtf8();
}

std::string nfc(std::string_view text)
{
    if (isAscii(text)) {
        return std::string(text);
    }
    // Qt 6.4 leaves some Hangul apart in one pass where a combining character beyond U+FFFF comes before it; a
    // name that changes when it is read back would be another field.
    constexpr int mostPasses = 8;
    QString normal = fromUtf8(text).normalized(QString::NormalizationForm_C);
    for (int pass = 1; pass < mostPasses; ++pass) {
        QString again = normal.normalized(QString::NormalizationForm_C);
        if (again == normal) {
            break;
        }
        normal = std::move(again);
    }
    return toUtf8(normal);
}

bool lessByUtf16(std::string_view first, std::string_view second)
{
    return std::lexicographical_compare(first.begin(), first.end(), second.begin(), second.end(),
                                        [](char a, char b) { return utf16Rank(a) < utf16Rank(b); });
}

std::size_t columnOf(std::string_view text, std::size_t byte)
{
    const std::string_view before = text.substr(0, byte);
    const auto characters = std::count_if(
        before.begin(), before.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return static_cast<std::size_t>(characters) + 1;
}

} // namespace idem
