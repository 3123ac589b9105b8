#include "core/text/printable.h"

#include "core/text/unicode.h"

#include <QString>

namespace idem {

namespace {

bool changesTheTerminal(char16_t c)
{
    const bool control = (c < 0x20 && c != u'\n') || (c >= 0x7F && c < 0xA0);
    const bool direction
        = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
    return control || direction;
}

} // namespace

std::string printable(std::string_view text)
{
    QString out = fromUtf8(text);
    for (QChar& c : out) {
        if (changesTheTerminal(c.unicode())) {
            c = QChar::ReplacementCharacter;
        }
    }
    return toUtf8(out);
}

} // namespace idem
