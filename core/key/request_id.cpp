#include "core/key/request_id.h"

#include <array>
#include <cstdint>
#include <QRandomGenerator>
#include <string_view>

namespace idem {

std::string newRequestId()
{
    constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's base 32
    constexpr int length = 26;
    std::array<std::uint32_t, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), static_cast<qsizetype>(words.size()));

    // Five bits per letter from the lowest up; the last letter gets the three that are left.
    std::string out = "req_";
    std::uint64_t bits = 0;
    unsigned held = 0;
    std::size_t next = 0;
    for (int i = 0; i < length; ++i) {
        if (held < 5 && next < words.size()) {
            bits |= std::uint64_t{words[next++]} << held;
            held += 32;
        }
        out += letters[bits & 31U];
        bits >>= 5U;
        held -= held < 5 ? held : 5;
    }
    return out;
}

} // namespace idem
