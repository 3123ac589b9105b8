#include "core/fingerprint/fingerprint_text.h"

#include "tests/core/text/any_text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

bool bothWaysAgree(const std::string& text)
{
    const Fingerprint fast = fingerprintFromText(text);
    const Fingerprint slow = fingerprintFromAnyText(text);
    return fast.digest == slow.digest && fast.fields == slow.fields;
}

// Names as most tools have them, some with signs that need an escape or are not ASCII.
rc::Gen<Fingerprint> anyFingerprint()
{
    const auto plain = rc::gen::container<std::string>(rc::gen::inRange('a', 'f'));
    const auto hostile = rc::gen::container<std::string>(rc::gen::element('"', '\\', '\n', '}', ':', ',', 'a'));
    const auto names = rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(plain, hostile, anyText()));
    return rc::gen::map(names, [](const std::vector<std::string>& all) {
        nlohmann::json args = nlohmann::json::object();
        for (const std::string& name : all) {
            args[name] = name.size();
        }
        return fingerprint(args, {});
    });
}

TEST(FingerprintText, IsReadWhateverItsFieldsAreCalled)
{
    for (const nlohmann::json& args :
         {nlohmann::json::object(), nlohmann::json{{"amount", 1}, {"customer", 2}, {"period", 3}},
          nlohmann::json{{"", 1}, {"a\"}}", 2}, {"b\\", 3}, {"\n", 4}, {"é", 5}}, nlohmann::json(7)}) {
        const Fingerprint there = fingerprint(args, {});
        const Fingerprint back = fingerprintFromText(toText(there));
        EXPECT_EQ(back.digest, there.digest);
        EXPECT_EQ(back.fields, there.fields);
    }
}

TEST(FingerprintText, IsReadInOtherSpellingsToo)
{
    const Fingerprint there = fingerprint(nlohmann::json{{"amount", 1}, {"customer", 2}}, {});
    const std::string spaced = nlohmann::json::parse(toText(there)).dump(2);
    EXPECT_EQ(fingerprintFromText(spaced).fields, there.fields);
    EXPECT_EQ(fingerprintFromText(toText(there) + "\n").digest, there.digest);
}

TEST(FingerprintText, IsNothingWhereItIsCutOff)
{
    const std::string text = toText(fingerprint(nlohmann::json{{"amount", 1}, {"customer", 2}}, {}));
    for (std::size_t length = 0; length < text.size(); ++length) {
        EXPECT_EQ(fingerprintFromText(text.substr(0, length)), Fingerprint()) << length;
        EXPECT_TRUE(fingerprintFromText(text.substr(0, length)).fields.empty()) << length;
    }
}

RC_GTEST_PROP(FingerprintText, ComesBackAsItWas, ())
{
    const Fingerprint there = *anyFingerprint();
    const Fingerprint back = fingerprintFromText(toText(there));
    RC_ASSERT(back.digest == there.digest);
    RC_ASSERT(back.fields == there.fields);
    RC_ASSERT(bothWaysAgree(toText(there)));
}

RC_GTEST_PROP(FingerprintText, IsReadAlikeInBothWaysAfterAnyChange, ())
{
    std::string text = toText(*anyFingerprint());
    const auto changes = *rc::gen::inRange(1, 4);
    for (int i = 0; i < changes; ++i) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        const char sign = *rc::gen::oneOf(rc::gen::element('"', '{', '}', ':', ',', '0', 'f', 'F', '\\', ' '),
                                          rc::gen::arbitrary<char>());
        switch (*rc::gen::inRange(0, 4)) {
        case 0:
            text[at] = sign;
            break;
        case 1:
            text.insert(at, 1, sign);
            break;
        case 2:
            text.erase(at, 1);
            break;
        default: // a field twice, or in another order
            text.insert(at, text.substr(*rc::gen::inRange<std::size_t>(0, text.size()), 72));
        }
    }
    RC_ASSERT(bothWaysAgree(text));
}

RC_GTEST_PROP(FingerprintText, IsReadAlikeInBothWaysWhateverTheOrderOfItsFields, ())
{
    const auto names = *rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::inRange('a', 'd')));
    const std::string digest = hex(fingerprint(nlohmann::json(1), {}).digest);
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string own = digest;
        own[0] = static_cast<char>('0' + i % 10);
        text += (text.empty() ? "\"" : ",\"") + names[i] + "\":\"" + own + '"';
    }
    RC_ASSERT(bothWaysAgree("{\"digest\":\"" + digest + "\",\"fields\":{" + text + "}}"));
}

} // namespace
} // namespace idem
