#include "core/fingerprint/fingerprint.h"

#include "core/fingerprint/canonical_json.h"
#include "tests/core/text/any_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace idem {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

const json invoiceArgs
    = {{"customer", "acme"}, {"period", "2026-10"}, {"amount", 120}, {"memo", "Support for October"}};
const std::vector<std::string> identifying = {"customer", "period", "amount"};

json with(const char* name, json value)
{
    json out = invoiceArgs;
    out[name] = std::move(value);
    return out;
}

TEST(Fingerprint, IsTheSha256OfTheCanonicalText)
{
    EXPECT_EQ(hex(fingerprint(json::object(), {}).digest),
              "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"); // of "{}"
    EXPECT_EQ(hex(fingerprint(json("abc"), {}).digest),
              "6cc43f858fbb763301637b5af970e2a46b46f461f27e5a0f41e009c59b827b25"); // of "abc" with its quotes
}

TEST(Fingerprint, IgnoresWhatDoesNotIdentify)
{
    EXPECT_EQ(fingerprint(invoiceArgs, identifying), fingerprint(with("memo", "October support"), identifying));
    EXPECT_NE(fingerprint(invoiceArgs, {}), fingerprint(with("memo", "October support"), {}));
}

TEST(Fingerprint, NamesTheFieldsThatDiffer)
{
    const Fingerprint first = fingerprint(invoiceArgs, identifying);
    EXPECT_THAT(differingFields(first, fingerprint(with("amount", 150), identifying)), ElementsAre("amount"));
    json other = with("amount", 150);
    other["customer"] = "globex";
    EXPECT_THAT(differingFields(first, fingerprint(other, identifying)), ElementsAre("amount", "customer"));
    EXPECT_THAT(differingFields(first, first), IsEmpty());
}

TEST(Fingerprint, NamesAFieldThatOnlyOneOfThemHas)
{
    json less = invoiceArgs;
    less.erase("amount");
    const Fingerprint first = fingerprint(invoiceArgs, identifying);
    const Fingerprint second = fingerprint(less, identifying);
    EXPECT_NE(first, second);
    EXPECT_THAT(differingFields(first, second), ElementsAre("amount"));
    EXPECT_THAT(differingFields(second, first), ElementsAre("amount"));
}

TEST(Fingerprint, CountsAnAbsentFieldAsAbsentAndNotAsNull)
{
    json less = invoiceArgs;
    less.erase("amount");
    const Fingerprint absent = fingerprint(less, identifying);
    const Fingerprint null = fingerprint(with("amount", nullptr), identifying);
    EXPECT_NE(absent, null);
    EXPECT_THAT(differingFields(absent, null), ElementsAre("amount"));
}

TEST(Fingerprint, TakesNumbersByValueAndStringsByNfc)
{
    EXPECT_EQ(fingerprint(invoiceArgs, identifying), fingerprint(with("amount", 120.0), identifying));
    EXPECT_NE(fingerprint(invoiceArgs, identifying), fingerprint(with("amount", "120"), identifying));
    EXPECT_EQ(fingerprint(with("customer", "caf\u00E9"), identifying),
              fingerprint(with("customer", "cafe\u0301"), identifying));
    const auto big = [](std::int64_t amount) { return fingerprint(with("amount", amount), identifying); };
    EXPECT_NE(big(9007199254740993), big(9007199254740992));
}

TEST(Fingerprint, KeepsFieldsApart)
{
    EXPECT_NE(fingerprint(json{{"a", "1"}, {"b", "2"}}, {}), fingerprint(json{{"a", "2"}, {"b", "1"}}, {}));
    EXPECT_NE(fingerprint(json{{"a", {{"b", 1}}}}, {}), fingerprint(json{{"a", 1}, {"b", 1}}, {}));
}

TEST(Fingerprint, TakesArgumentsThatAreNoObjectWhole)
{
    EXPECT_NE(fingerprint(json::array({1}), identifying), fingerprint(json::array({2}), identifying));
    EXPECT_NE(fingerprint(json(nullptr), {}), fingerprint(json::object(), {}));
    EXPECT_THAT(fingerprint(json::array({1}), {}).fields, IsEmpty());
}

TEST(Fingerprint, SurvivesBytesThatAreNoUtf8)
{
    const Fingerprint broken = fingerprint(json{{"na\xff", "\xc3"}}, {});
    EXPECT_EQ(fingerprintFromText(toText(broken)).fields, broken.fields);
}

TEST(Fingerprint, IsOneLineOfJsonInAStore)
{
    const Fingerprint small = fingerprint(json{{"a", 1}}, {});
    EXPECT_EQ(
        toText(small),
        "{\"digest\":\"" + hex(small.digest)
            + "\",\"fields\":{\"a\":\"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b\"}}");
}

TEST(Fingerprint, ComesBackFromAStore)
{
    const Fingerprint there = fingerprint(json{{"quote\"", 1}, {"\U0001F600", 2}, {"\uFFFD", 3}, {"", 4}}, {});
    const Fingerprint back = fingerprintFromText(toText(there));
    EXPECT_EQ(back.digest, there.digest);
    EXPECT_EQ(back.fields, there.fields);
}

TEST(Fingerprint, TakesUnreadableTextForNothing)
{
    const std::string digest = hex(fingerprint(invoiceArgs, {}).digest);
    const Digest nothing{};
    for (const std::string& text :
         {std::string(), std::string("{"), std::string("[]"), std::string("{\"digest\":1,\"fields\":{}}"),
          "{\"digest\":\"" + digest + "\"}", "{\"digest\":\"" + digest + "0\",\"fields\":{}}",
          "{\"digest\":\"" + digest.substr(1) + "g\",\"fields\":{}}",
          "{\"digest\":\"" + digest + "\",\"fields\":{\"a\":\"12\"}}",
          "{\"digest\":\"" + digest + "\",\"fields\":[]}",
          std::string("{\"digest\":\"\xff\",\"fields\":{}}")}) {
        const Fingerprint read = fingerprintFromText(text);
        EXPECT_EQ(read.digest, nothing) << text;
        EXPECT_THAT(read.fields, IsEmpty()) << text;
    }
    EXPECT_NE(fingerprint(invoiceArgs, {}), fingerprintFromText("damaged"));
}

RC_GTEST_PROP(Fingerprint, IsThatOfTheCanonicalTextOfTheIdentifyingFields, ())
{
    const auto fields = *anyMembers();
    json picked = json::object();
    json args = json::object();
    std::vector<std::string> names = {"no such field"};
    for (const auto& [name, value] : fields) {
        args["n" + name] = value;
        args["other" + name] = value;
        picked["n" + name] = value;
        names.push_back("n" + name);
    }
    RC_ASSERT(fingerprint(args, names) == fingerprint(picked, {}));
    RC_ASSERT(fingerprint(json::parse(canonicalJson(picked)), {}) == fingerprint(picked, {}));
}

RC_GTEST_PROP(Fingerprint, DiffersExactlyWhereAFieldDiffers, ())
{
    const auto a = *anyMembers();
    const auto b = *anyMembers();
    const Fingerprint first = fingerprint(json(a), {});
    const Fingerprint second = fingerprint(json(b), {});
    RC_ASSERT((first == second) == (a == b));
    RC_ASSERT((first == second) == differingFields(first, second).empty());
    RC_ASSERT(differingFields(first, second) == differingFields(second, first));
}

} // namespace
} // namespace idem
