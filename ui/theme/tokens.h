#pragma once

#include <array>
#include <cstdint>
#include <QColor>
#include <vector>

class QPalette;

namespace idem {

/// Every colour of the window and of pictures, by what it means. "…Text" tokens are for words and thin strokes,
/// the plain hue is for areas; each is legible on the grounds that textPairs() names for it.
enum class Token : std::uint8_t {
    Window, ///< behind everything
    Surface, ///< pages, the timeline
    SurfaceMuted, ///< headers, tiles, pills that are not chosen
    Line, ///< borders
    GridLine, ///< the timeline's vertical and lane lines
    Text,
    TextMuted,
    TextFaint, ///< lanes that are off, rows after the playhead; still legible
    Accent, ///< the one accent: choice, focus, slider
    AccentText, ///< on Accent
    AccentWord, ///< the accent as a word on a surface
    Caller, ///< a tool that waits
    CallerMuted, ///< an SDK that waits
    CallerPale, ///< user, webhook, runtime and model that wait
    CallerStroke, ///< borders of waiting bars
    CallerGhost, ///< ground of a hatched bar, with lines of CallerHatch
    CallerHatch,
    CallerGhostText, ///< on CallerGhost and CallerHatch
    CallerText, ///< on Caller
    CallerMutedText, ///< on CallerMuted and CallerPale
    Thinking,
    ThinkingText, ///< on Thinking
    Work, ///< the provider works
    WorkText, ///< on Work
    WorkGhost, ///< ground of a hatched bar, with lines of WorkHatch
    WorkHatch,
    WorkGhostText, ///< on WorkGhost and WorkHatch
    WorkStroke,
    Effect,
    EffectText,
    Duplicate,
    DuplicateText,
    Replayed,
    ReplayedText, ///< the word on a surface
    Conflict,
    ConflictText,
    InProgress,
    InProgressText,
    Unknown,
    UnknownText,
    Good,
    GoodText,
    GoodSurface,
    Bad,
    BadText,
    BadSurface,
    Warn,
    WarnText,
    WarnSurface,
    Track, ///< the groove of a slider, a switch that is off
    Knob,
    Arrow,
    Playhead,
    Selection, ///< ground of the selected row
    SelectionRing, ///< around the selected bar
    Focus, ///< the focus ring
    Count, ///< not a colour
};

/// The light or the dark value of every token. A value; free to copy, any thread.
class Colours
{
public:
    /// The set that goes with a palette: dark where its window is darker than its text.
    static Colours of(const QPalette& palette);
    static Colours light();
    static Colours dark();

    QColor operator[](Token token) const { return m_values[static_cast<std::size_t>(token)]; }
    bool isDark() const { return m_dark; }

    /// The palette for QApplication that is made of these tokens.
    QPalette palette() const;

    /// Words and the grounds they are drawn on; a test holds each pair to a contrast of 4.5.
    struct Pair
    {
        Token word;
        Token ground;
    };
    static const std::vector<Pair>& textPairs();

    /// Contrast ratio as WCAG 2 defines it, 1 to 21.
    static double contrast(const QColor& first, const QColor& second);

private:
    std::array<QColor, static_cast<std::size_t>(Token::Count)> m_values;
    bool m_dark = false;
};

} // namespace idem
