#include "core/key/scope.h"

#include "core/key/counted_key.h"
#include "tests/core/text/any_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using testing::HasSubstr;

const std::string invoiceKey = "invoice:acme:2026-10";

std::string errorOf(const KeyScope& scope, std::string_view key)
{
    const Result<std::string> text = scopedKey(scope, key);
    return text ? "no error: " + *text : text.error().text();
}

TEST(KeyScope, StandsBeforeTheKeyInPlainText)
{
    EXPECT_EQ(*scopedKey({.tenant = "acme", .endpoint = "POST /projects"}, invoiceKey),
              "@acme@POST /projects@invoice:acme:2026-10");
    EXPECT_EQ(*scopedKey({.tenant = "acme"}, "k"), "@acme@@k");
    EXPECT_EQ(*scopedKey({.endpoint = "refund"}, "k"), "@@refund@k");
    EXPECT_EQ(*scopedKey({.tenant = "a@b%c\n"}, "@d%"), "@a%40b%25c%0A@@@d%");
}

TEST(KeyScope, KeepsOneKeyAtTwoEndpointsApart)
{
    EXPECT_NE(*scopedKey({.endpoint = "POST /projects"}, "abc"),
              *scopedKey({.endpoint = "POST /applications"}, "abc"));
    EXPECT_NE(*scopedKey({.endpoint = "POST /projects"}, "abc"),
              *scopedKey({.tenant = "POST /projects"}, "abc"));
    EXPECT_NE(*scopedKey({.endpoint = "POST /projects"}, "abc"), *scopedKey({}, "abc"));
}

TEST(KeyScope, LeavesAKeyWithoutAScopeAsItIs)
{
    for (const char* key :
         {"invoice:acme:2026-10", "@", "@a", "@a@b", "@@@k", "@a@b@", "@a%@b@k", "@%61@b@k", "a@b@c@d"}) {
        EXPECT_EQ(*scopedKey({}, key), key);
        EXPECT_FALSE(splitScopedKey(key)) << key;
    }
    EXPECT_THAT(errorOf({}, "@a@b@k"), HasSubstr("may not read as one with a scope"));
}

TEST(KeyScope, RefusesWhatIsNoKeyAndWhatIsTooLong)
{
    EXPECT_THAT(errorOf({.tenant = "a"}, ""), HasSubstr("is empty"));
    EXPECT_THAT(errorOf({}, ""), HasSubstr("is empty"));
    EXPECT_THAT(errorOf({.tenant = "\xff"}, "k"), HasSubstr("scope of the key: it is not valid UTF-8"));
    EXPECT_THAT(errorOf({}, "\xff"), HasSubstr("key: it is not valid UTF-8"));
    EXPECT_EQ(scopedKey({.tenant = "acme"}, std::string(248, 'k'))->size(), 255U);
    EXPECT_THAT(errorOf({.tenant = "acme"}, std::string(249, 'k')),
                HasSubstr("256 bytes, 7 of them for its scope"));
    EXPECT_THAT(errorOf({}, std::string(256, 'k')), HasSubstr("256 bytes"));
}

// Names full of what the text uses itself.
rc::Gen<std::string> hostile()
{
    return rc::gen::container<std::string>(rc::gen::element('@', '%', '4', '0', 'A', 'a', '\n'));
}

rc::Gen<ScopedKey> anyScopedKey(const rc::Gen<std::string>& text)
{
    return rc::gen::map(rc::gen::tuple(text, text, text), [](const auto& all) {
        return ScopedKey{.scope = {.tenant = std::get<0>(all), .endpoint = std::get<1>(all)},
                         .key = std::get<2>(all)};
    });
}

void twoNeverMeet(const ScopedKey& one, const ScopedKey& other)
{
    const Result<std::string> a = scopedKey(one.scope, one.key);
    const Result<std::string> b = scopedKey(other.scope, other.key);
    if (a && b) {
        RC_ASSERT((one == other) == (*a == *b));
    }
}

} // namespace

void showValue(const ScopedKey& key, std::ostream& out)
{
    out << key.scope.tenant << " | " << key.scope.endpoint << " | " << key.key;
}

namespace {

RC_GTEST_PROP(KeyScope, NeverGivesTwoKeysOneText, ())
{
    twoNeverMeet(*anyScopedKey(hostile()), *anyScopedKey(hostile()));
    const auto tiny = rc::gen::resize(2, hostile());
    twoNeverMeet(*anyScopedKey(tiny), *anyScopedKey(tiny));
}

RC_GTEST_PROP(KeyScope, NeverGivesTwoTextsOneScopeAndKey, ())
{
    // From the other side: whatever the text, taking it apart and putting it together gives it back.
    const std::string text = '@' + *hostile();
    if (const std::optional<ScopedKey> split = splitScopedKey(text)) {
        RC_ASSERT(*scopedKey(split->scope, split->key) == text);
    } else {
        RC_ASSERT(*scopedKey({}, text) == text);
    }
}

RC_GTEST_PROP(KeyScope, ComesBackWithItsKey, ())
{
    const ScopedKey key = *anyScopedKey(rc::gen::resize(10, rc::gen::oneOf(hostile(), anyText())));
    const Result<std::string> text = scopedKey(key.scope, key.key);
    if (text && key.scope != KeyScope()) {
        RC_ASSERT(splitScopedKey(*text) == key);
        RC_ASSERT(!scopedKey({}, *text).ok()); // no key without a scope has this text
    }
    if (text && key.scope == KeyScope()) {
        RC_ASSERT(*text == key.key);
    }
}

} // namespace
} // namespace idem
