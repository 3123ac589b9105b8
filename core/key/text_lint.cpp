#include "core/key/text_lint.h"

#include "core/key/key_shapes.h"
#include "core/text/char_kinds.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <array>
#include <QChar>
#include <QList>

namespace idem {

namespace {

constexpr char covered = '~'; // stands where something was found, so that it is found once

/// Looks at one text. Lives during one lintText().
class TextLint
{
public:
    TextLint(std::string_view text, Capitals capitals)
        : m_text(text)
        , m_left(text)
        , m_capitals(capitals)
    {
    }

    std::vector<TextFinding> run()
    {
        lookForShapes();
        lookForFields();
        lookAtCharacters();
        lookForSentences();
        lookAtCase();
        lookAtNormalForm();
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const TextFinding& a, const TextFinding& b) { return a.byte < b.byte; });
        return std::move(m_found);
    }

private:
    void add(KeyProblem problem, KeySeverity severity, std::size_t byte, std::string cause, std::string cure)
    {
        m_found.push_back({problem, severity, byte, std::move(cause), std::move(cure)});
    }

    std::string quoted(const Stretch& stretch) const
    {
        constexpr std::size_t longest = 60; // bytes
        const std::string_view part = m_text.substr(stretch.begin, stretch.end - stretch.begin);
        return '"' + nfc(part.substr(0, longest)) + (part.size() > longest ? "…\"" : "\"");
    }

    void cover(const std::vector<Stretch>& stretches)
    {
        for (const Stretch& each : stretches) {
            std::fill(m_left.begin() + static_cast<std::ptrdiff_t>(each.begin),
                      m_left.begin() + static_cast<std::ptrdiff_t>(each.end), covered);
        }
    }

    void lookForShapes()
    {
        report(dateTimesIn(m_left), KeyProblem::Timestamp, KeySeverity::Warning, " changes with every call",
               "Use the period that is meant (2026-10, 2026-10-31), not the moment of the call");
        report(personalDataIn(m_left), KeyProblem::PersonalData, KeySeverity::Warning, ": keys end up in logs",
               "Use an id of your own for the person instead");
        report(callIdsIn(m_left), KeyProblem::CallId, KeySeverity::Error, ", which every new call gets anew",
               "Name the thing that is acted on: an order, a customer and a period, the id of the event");
        cover(providerIdsIn(m_left));
        report(
            randomPartsIn(m_left), KeyProblem::RandomPart, KeySeverity::Hint,
            ": where it is made for each call, a repeat is a new action",
            "Keep it only where it is the id of the thing, or was made once and stored before the first try");
        report(unixTimesIn(m_left), KeyProblem::Timestamp, KeySeverity::Warning,
               " may be the moment of the call",
               "Use the period that is meant (2026-10, 2026-10-31), or the id of the thing");
    }

    void report(const std::vector<Stretch>& stretches, KeyProblem problem, KeySeverity severity,
                const std::string& consequence, const std::string& cure)
    {
        for (const Stretch& each : stretches) {
            // Where the look says little the finding is only a question; a hidden name is shown, personal data
            // is not: findings end up in logs too.
            std::string what
                = problem == KeyProblem::PersonalData ? "this looks like " : quoted(each) + " looks like ";
            add(problem, each.certain ? severity : KeySeverity::Hint, each.begin,
                (what += each.kind) += consequence, cure);
        }
        cover(stretches);
    }

    // A template that was used without being filled in.
    void lookForFields()
    {
        for (std::size_t open = m_left.find('{'); open != std::string::npos;
             open = m_left.find('{', open + 1)) {
            std::size_t end = open + 1;
            while (end < m_left.size()
                   && (isLetterOrDigit(m_left[end])
                       || std::string_view("_.$| ").find(m_left[end]) != std::string::npos)) {
                ++end;
            }
            if (end < m_left.size() && m_left[end] == '}' && end > open + 1) {
                add(KeyProblem::UnfilledField, KeySeverity::Error, open,
                    quoted({.begin = open, .end = end + 1}) + " was not replaced by a value",
                    "Fill the template in before the key is used");
                cover({{.begin = open, .end = end + 1}});
            }
        }
    }

    void lookAtCharacters()
    {
        const auto characters = fromUtf8(m_text).toUcs4();
        std::size_t byte = 0;
        for (qsizetype i = 0; i < characters.size(); ++i) {
            const char32_t c = characters[i];
            const bool first = i == 0 || characters[i - 1] == ':';
            const bool last = i + 1 == characters.size() || characters[i + 1] == ':';
            const QChar::Category category = QChar::category(c);
            if (QChar::isSpace(c) && (first || last)) {
                add(KeyProblem::WhiteSpaceLeftIn, KeySeverity::Warning, byte,
                    std::string("a part ") + (first ? "begins" : "ends") + " with white space",
                    "Trim it: {customer|trim}");
            } else if ((category == QChar::Other_Control && !QChar::isSpace(c))
                       || category == QChar::Other_Format) {
                add(KeyProblem::InvisibleCharacter, KeySeverity::Warning, byte,
                    "there is a character that nobody sees, so that two keys look the same",
                    "Take it out before the key is made");
            }
            byte += c < 0x80 ? 1U : c < 0x800 ? 2U : c < 0x10000 ? 3U : 4U;
        }
    }

    void lookForSentences()
    {
        constexpr int sentence = 3; // words
        forEachRun(
            m_left, [](char c) { return c != ':'; },
            [&](std::size_t begin, std::size_t end) {
                int words = 0;
                forEachRun(
                    std::string_view(m_left).substr(begin, end - begin), [](char c) { return c != ' '; },
                    [&](std::size_t from, std::size_t to) {
                        const auto* const at = m_left.data() + begin;
                        words += to - from > 1 && std::any_of(at + from, at + to, isLetter) ? 1 : 0;
                    });
                if (words >= sentence) {
                    add(KeyProblem::FreeText, KeySeverity::Warning, begin,
                        quoted({.begin = begin, .end = end})
                            + " is free text, which is worded anew on every call",
                        "Use an identifier; leave texts such as a memo or a reason out of the key");
                }
            });
    }

    void lookAtCase()
    {
        constexpr std::array<std::string_view, 7> methods
            = {"GET", "PUT", "POST", "HEAD", "PATCH", "DELETE", "OPTIONS"};
        bool mixedTold = false;
        bool capitalsTold = m_capitals == Capitals::Fine;
        forEachRun(m_left, isLetterOrDigit, [&](std::size_t begin, std::size_t end) {
            const std::string_view word = std::string_view(m_left).substr(begin, end - begin);
            const auto upper = std::count_if(word.begin(), word.end(), isUpper);
            const bool lower = std::any_of(word.begin(), word.end(), isLower);
            if (upper > 0 && lower && !mixedTold) {
                mixedTold = true;
                add(KeyProblem::CaseLeftIn, KeySeverity::Warning, begin,
                    quoted({.begin = begin, .end = end})
                        + " has capital and small letters; written in another way it is another key",
                    "Bring it to one case: {customer|lower}");
            } else if (upper > 1 && !lower && !capitalsTold
                       && std::find(methods.begin(), methods.end(), word) == methods.end()) {
                capitalsTold = true;
                add(KeyProblem::CaseLeftIn, KeySeverity::Hint, begin,
                    quoted({.begin = begin, .end = end})
                        + " is in capitals while the key is not; in small letters it is another key",
                    "Bring it to one case, {customer|lower}, unless it always comes from one place");
            }
        });
    }

    void lookAtNormalForm()
    {
        const std::string normal = nfc(m_text);
        const auto [differs, other] = std::mismatch(m_text.begin(), m_text.end(), normal.begin(), normal.end());
        static_cast<void>(other);
        if (differs == m_text.end() && normal.size() == m_text.size()) {
            return;
        }
        // Back to where the character begins.
        auto byte = static_cast<std::size_t>(differs - m_text.begin());
        byte = std::min(byte, m_text.size() - 1);
        while (byte > 0 && (static_cast<unsigned char>(m_text[byte]) & 0xC0U) == 0x80U) {
            --byte;
        }
        add(KeyProblem::NotNormalised, KeySeverity::Warning, byte,
            "a letter is written in a form that other programs write in another way (it is not in NFC)",
            "Bring it to NFC: {customer|nfc}");
    }

    std::string_view m_text;
    std::string m_left; ///< the text with what was found covered
    Capitals m_capitals;
    std::vector<TextFinding> m_found;
};

} // namespace

std::vector<TextFinding> lintText(std::string_view text, Capitals capitals)
{
    return TextLint(text, capitals).run();
}

} // namespace idem
