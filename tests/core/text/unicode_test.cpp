#include "core/text/unicode.h"

#include "tests/core/text/any_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

TEST(Unicode, KeepsALeadingByteOrderMark)
{
    EXPECT_EQ(toUtf8(fromUtf8("\uFEFFacme")), "\uFEFFacme");
    EXPECT_NE(nfc("\uFEFFacmé"), nfc("acmé"));
}

TEST(Unicode, ReplacesBytesThatAreNoUtf8)
{
    EXPECT_EQ(nfc("a\xff"
                  "b"),
              "a\uFFFDb");
    EXPECT_TRUE(isValidUtf8(nfc("\xc3")));
    EXPECT_FALSE(isValidUtf8("\xc3"));
    EXPECT_FALSE(isValidUtf8("\xed\xa0\x80")); // half of a surrogate pair
    EXPECT_TRUE(isValidUtf8(""));
}

TEST(Unicode, ComposesLettersAndMarks)
{
    EXPECT_EQ(nfc("Cafe\u0301"), "Caf\u00E9");
    EXPECT_EQ(nfc("\u212B"), "\u00C5"); // the Ångström sign
}

TEST(Unicode, OrdersByUtf16)
{
    EXPECT_TRUE(lessByUtf16("\U0001F600", "\uFB33")); // the other way round in bytes
    EXPECT_FALSE(lessByUtf16("\uFB33", "\U0001F600"));
    EXPECT_TRUE(lessByUtf16("a", "ab"));
    EXPECT_FALSE(lessByUtf16("a", "a"));
}

TEST(Unicode, CountsColumnsInCharacters)
{
    EXPECT_EQ(columnOf("abc", 0), 1U);
    EXPECT_EQ(columnOf("é{", 2), 2U);
    EXPECT_EQ(columnOf("\U0001F600{", 4), 2U);
}

RC_GTEST_PROP(Unicode, NormalisesOnceAndForAll, ())
{
    const std::string once = nfc(*anyText());
    RC_ASSERT(nfc(once) == once);
}

RC_GTEST_PROP(Unicode, OrdersAsQStringDoes, ())
{
    const std::string a = *anyText();
    const std::string b = *anyText();
    RC_ASSERT(lessByUtf16(a, b) == (fromUtf8(a) < fromUtf8(b)));
}

RC_GTEST_PROP(Unicode, KeepsEveryCharacterThereAndBack, ())
{
    const std::string text = *anyText();
    RC_ASSERT(isValidUtf8(text));
    RC_ASSERT(toUtf8(fromUtf8(text)) == text);
}

RC_GTEST_PROP(Unicode, MakesValidUtf8OfAnyBytes, (const std::string& bytes))
{
    RC_ASSERT(isValidUtf8(nfc(bytes)));
}

TEST(Unicode, IsNormalAfterOnePassWhateverComesBefore)
{
    // Found by a property: Qt composes the Hangul only in a second pass.
    const std::string text = "a\xCC\x80\xF0\x91\x96\xBA\xE1\x84\x80\xE1\x85\xA1";
    EXPECT_EQ(nfc(text), "\xC3\xA0\xF0\x91\x96\xBA\xEA\xB0\x80");
    EXPECT_EQ(nfc(nfc(text)), nfc(text));
}

} // namespace
} // namespace idem
