#include "core/fingerprint/canonical_number.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace idem {
namespace {

struct Vector
{
    std::uint64_t bits;
    const char* text;
};

// RFC 8785, appendix B.
constexpr Vector vectors[] = {
    {0x0000000000000000, "0"},
    {0x8000000000000000, "0"},
    {0x0000000000000001, "5e-324"},
    {0x8000000000000001, "-5e-324"},
    {0x7fefffffffffffff, "1.7976931348623157e+308"},
    {0xffefffffffffffff, "-1.7976931348623157e+308"},
    {0x4340000000000000, "9007199254740992"},
    {0xc340000000000000, "-9007199254740992"},
    {0x4430000000000000, "295147905179352830000"},
    {0x44b52d02c7e14af5, "9.999999999999997e+22"},
    {0x44b52d02c7e14af6, "1e+23"},
    {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
    {0x444b1ae4d6e2ef4e, "999999999999999700000"},
    {0x444b1ae4d6e2ef4f, "999999999999999900000"},
    {0x444b1ae4d6e2ef50, "1e+21"},
    {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
    {0x3eb0c6f7a0b5ed8d, "0.000001"},
    {0x41b3de4355555553, "333333333.3333332"},
    {0x41b3de4355555554, "333333333.33333325"},
    {0x41b3de4355555555, "333333333.3333333"},
    {0x41b3de4355555556, "333333333.3333334"},
    {0x41b3de4355555557, "333333333.33333343"},
    {0xbecbf647612f3696, "-0.0000033333333333333333"},
    {0x43143ff3c1cb0959, "1424953923781206.2"},
};

TEST(CanonicalNumber, PrintsTheVectorsOfTheRfc)
{
    for (const Vector& each : vectors) {
        EXPECT_EQ(canonicalNumber(std::bit_cast<double>(each.bits)), each.text);
    }
}

TEST(CanonicalNumber, PrintsNullForWhatIsNoNumber)
{
    EXPECT_EQ(canonicalNumber(std::bit_cast<double>(std::uint64_t{0x7fffffffffffffff})), "null");
    EXPECT_EQ(canonicalNumber(std::bit_cast<double>(std::uint64_t{0x7ff0000000000000})), "null");
    EXPECT_EQ(canonicalNumber(std::bit_cast<double>(std::uint64_t{0xfff0000000000000})), "null");
}

TEST(CanonicalNumber, PrintsWholeNumbersExactlyUpTo64BitsAndAsEcmaScriptBeyond)
{
    EXPECT_EQ(canonicalNumber(9223372036854775808.0), "9223372036854775808");
    EXPECT_EQ(canonicalNumber(-9223372036854775808.0), "-9223372036854775808");
    EXPECT_EQ(canonicalNumber(18446744073709549568.0), "18446744073709549568"); // the last double below 2^64
    EXPECT_EQ(canonicalNumber(18446744073709551616.0), "18446744073709552000");
}

RC_GTEST_PROP(CanonicalNumber, ReadsBackAsTheSameNumber, (std::uint64_t bits))
{
    const auto value = std::bit_cast<double>(bits);
    RC_PRE(std::isfinite(value));
    RC_ASSERT(std::strtod(canonicalNumber(value).c_str(), nullptr) == value);
}

} // namespace
} // namespace idem
