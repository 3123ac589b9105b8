#include "ui/shell/fuzzy_match.h"

namespace idem {

std::optional<int> fuzzyMatch(const QString& typed, const QString& name)
{
    const QString wanted = typed.simplified().toCaseFolded().remove(QLatin1Char(' '));
    const QString text = name.toCaseFolded();
    if (text.contains(typed.simplified().toCaseFolded())) {
        // The very words beat any scattered letters.
        return 1000 + (text.startsWith(wanted) ? 100 : 0) - static_cast<int>(text.size());
    }
    int score = 0;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar letter : wanted) {
        const qsizetype found = text.indexOf(letter, at);
        if (found < 0) {
            return std::nullopt;
        }
        const bool beginsWord = found == 0 || !text.at(found - 1).isLetterOrNumber();
        score += (beginsWord ? 10 : 0) + (found == last + 1 ? 5 : 0) - static_cast<int>(found - at);
        last = found;
        at = found + 1;
    }
    return score;
}

} // namespace idem
