#include "ui/theme/tokens.h"

#include <algorithm>
#include <cmath>
#include <QPalette>

namespace idem {

namespace {

struct Value
{
    Token token;
    QRgb light;
    QRgb dark;
};

// The hues are those of Okabe and Ito; the words of a hue are the same hue, darker on light and lighter on
// dark, until they are legible on each ground of textPairs().
constexpr Value values[] = {
    {Token::Window, 0xf7f8fa, 0x14171c},        {Token::Surface, 0xffffff, 0x1b1f26},
    {Token::SurfaceMuted, 0xeef1f5, 0x262c35},  {Token::Line, 0xd9dde3, 0x363e49},
    {Token::GridLine, 0xeaedf2, 0x282e38},      {Token::Text, 0x1c2430, 0xe6eaf0},
    {Token::TextMuted, 0x566173, 0xa9b4c2},     {Token::TextFaint, 0x687384, 0x8a96a6},
    {Token::Accent, 0x0072b2, 0x1779b5},        {Token::AccentText, 0xffffff, 0xffffff},
    {Token::AccentWord, 0x006fae, 0x5bb8f0},    {Token::Caller, 0x0072b2, 0x1779b5},
    {Token::CallerMuted, 0x8fbfe0, 0x2f5877},   {Token::CallerPale, 0xdfe5ee, 0x323b48},
    {Token::CallerStroke, 0xb4c0cf, 0x56657a},  {Token::CallerGhost, 0xe6f1f9, 0x1c3346},
    {Token::CallerHatch, 0x9ccbe8, 0x2a5878},   {Token::CallerGhostText, 0x0b3a5a, 0xd6eafa},
    {Token::CallerText, 0xffffff, 0xffffff},    {Token::CallerMutedText, 0x14283a, 0xe6eef6},
    {Token::Thinking, 0x9fb3c8, 0x5c6f86},      {Token::ThinkingText, 0x1b2836, 0xffffff},
    {Token::Work, 0xe69f00, 0xe69f00},          {Token::WorkText, 0x3a2a00, 0x2b1f00},
    {Token::WorkGhost, 0xfdf1d8, 0x352a12},     {Token::WorkHatch, 0xf0bf55, 0x6d5212},
    {Token::WorkGhostText, 0x3a2a00, 0xfdeecb}, {Token::WorkStroke, 0xd08f00, 0xe69f00},
    {Token::Effect, 0x009e73, 0x00a87b},        {Token::EffectText, 0x007958, 0x00c08b},
    {Token::Duplicate, 0xd55e00, 0xe66a08},     {Token::DuplicateText, 0xae4d00, 0xff8a2b},
    {Token::Replayed, 0x56b4e9, 0x56b4e9},      {Token::ReplayedText, 0x1570a3, 0x64bbeb},
    {Token::Conflict, 0xcc79a7, 0xcc79a7},      {Token::ConflictText, 0xad427d, 0xd891b8},
    {Token::InProgress, 0xe69f00, 0xe69f00},    {Token::InProgressText, 0x8c6100, 0xebab1c},
    {Token::Unknown, 0x9a83cc, 0x9a83cc},       {Token::UnknownText, 0x7858b6, 0xb3a1d8},
    {Token::Good, 0x009e73, 0x00a87b},          {Token::GoodText, 0x007958, 0x00c08b},
    {Token::GoodSurface, 0xe2f3ec, 0x123429},   {Token::Bad, 0xd55e00, 0xe66a08},
    {Token::BadText, 0xae4d00, 0xff8a2b},       {Token::BadSurface, 0xfbeae0, 0x3f2415},
    {Token::Warn, 0xe69f00, 0xe69f00},          {Token::WarnText, 0x8c6100, 0xebab1c},
    {Token::WarnSurface, 0xfdf1d8, 0x3a2e12},   {Token::Track, 0xcfd5dd, 0x4a5462},
    {Token::Knob, 0xffffff, 0xf2f5f9},          {Token::Arrow, 0x697586, 0x97a3b3},
    {Token::Playhead, 0x1c2430, 0xf2f5f9},      {Token::Selection, 0xe3eefa, 0x1f3a52},
    {Token::SelectionRing, 0x1c2430, 0xffffff}, {Token::Focus, 0x0072b2, 0x4fb0ee},
};
static_assert(std::size(values) == static_cast<std::size_t>(Token::Count), "each token has its two values");

double luminance(const QColor& colour)
{
    const auto part = [](double value) {
        return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
}

std::vector<Colours::Pair> makePairs()
{
    std::vector<Colours::Pair> pairs;
    const Token grounds[] = {Token::Window, Token::Surface, Token::SurfaceMuted, Token::Selection};
    const Token words[]
        = {Token::Text,          Token::TextMuted,    Token::AccentWord,   Token::EffectText,
           Token::DuplicateText, Token::ReplayedText, Token::ConflictText, Token::InProgressText,
           Token::UnknownText,   Token::GoodText,     Token::BadText,      Token::WarnText};
    for (const Token word : words) {
        for (const Token ground : grounds) {
            pairs.push_back({word, ground});
        }
    }
    const Colours::Pair more[] = {
        {Token::TextFaint, Token::Window},
        {Token::TextFaint, Token::Surface},
        {Token::AccentText, Token::Accent},
        {Token::CallerText, Token::Caller},
        {Token::CallerMutedText, Token::CallerMuted},
        {Token::CallerMutedText, Token::CallerPale},
        {Token::CallerGhostText, Token::CallerGhost},
        {Token::CallerGhostText, Token::CallerHatch},
        {Token::ThinkingText, Token::Thinking},
        {Token::WorkText, Token::Work},
        {Token::WorkGhostText, Token::WorkGhost},
        {Token::WorkGhostText, Token::WorkHatch},
        {Token::Text, Token::BadSurface},
        {Token::Text, Token::GoodSurface},
        {Token::Text, Token::WarnSurface},
        {Token::TextMuted, Token::BadSurface},
        {Token::TextMuted, Token::GoodSurface},
        {Token::BadText, Token::BadSurface},
        {Token::GoodText, Token::GoodSurface},
        {Token::WarnText, Token::WarnSurface},
    };
    pairs.insert(pairs.end(), std::begin(more), std::end(more));
    return pairs;
}

} // namespace

Colours Colours::light()
{
    Colours colours;
    for (const Value& value : values) {
        colours.m_values[static_cast<std::size_t>(value.token)] = QColor(value.light);
    }
    return colours;
}

Colours Colours::dark()
{
    Colours colours;
    for (const Value& value : values) {
        colours.m_values[static_cast<std::size_t>(value.token)] = QColor(value.dark);
    }
    colours.m_dark = true;
    return colours;
}

Colours Colours::of(const QPalette& palette)
{
    const bool isDark
        = luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
    return isDark ? dark() : light();
}

QPalette Colours::palette() const
{
    const Colours& c = *this;
    QPalette palette(c[Token::SurfaceMuted], c[Token::Window]);
    palette.setColor(QPalette::Window, c[Token::Window]);
    palette.setColor(QPalette::WindowText, c[Token::Text]);
    palette.setColor(QPalette::Base, c[Token::Surface]);
    palette.setColor(QPalette::AlternateBase, c[Token::SurfaceMuted]);
    palette.setColor(QPalette::ToolTipBase, c[Token::Surface]);
    palette.setColor(QPalette::ToolTipText, c[Token::Text]);
    palette.setColor(QPalette::Text, c[Token::Text]);
    palette.setColor(QPalette::PlaceholderText, c[Token::TextFaint]);
    palette.setColor(QPalette::Button, c[Token::SurfaceMuted]);
    palette.setColor(QPalette::ButtonText, c[Token::Text]);
    palette.setColor(QPalette::BrightText, c[Token::BadText]);
    palette.setColor(QPalette::Highlight, c[Token::Accent]);
    palette.setColor(QPalette::HighlightedText, c[Token::AccentText]);
    palette.setColor(QPalette::Link, c[Token::AccentWord]);
    palette.setColor(QPalette::LinkVisited, c[Token::UnknownText]);
    palette.setColor(QPalette::Light, c[Token::Surface]);
    palette.setColor(QPalette::Midlight, c[Token::SurfaceMuted]);
    palette.setColor(QPalette::Mid, c[Token::Line]);
    palette.setColor(QPalette::Dark, c[Token::Track]);
    palette.setColor(QPalette::Shadow, m_dark ? c[Token::Window] : c[Token::TextFaint]);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, c[Token::TextFaint]);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c[Token::Track]);
    return palette;
}

const std::vector<Colours::Pair>& Colours::textPairs()
{
    static const std::vector<Pair> pairs = makePairs();
    return pairs;
}

double Colours::contrast(const QColor& first, const QColor& second)
{
    const double a = luminance(first);
    const double b = luminance(second);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace idem
