#include "core/key/counted_key.h"

#include "core/key/key_template.h"
#include "core/text/unicode.h"

namespace idem {

namespace {

bool endsWithCount(std::string_view key)
{
    const std::size_t last = key.find_last_not_of("0123456789");
    return last != std::string_view::npos && last + 1 < key.size() && key[last] == '#';
}

} // namespace

Result<std::string> countedKey(std::string_view key, std::uint64_t n)
{
    if (key.empty() || !isValidUtf8(key)) {
        return Error{.place = "key",
                     .cause = key.empty() ? "the key is empty" : "the key is not valid UTF-8",
                     .cure = "Give the name of the action as UTF-8"};
    }
    if (n == 0) {
        return Error{.place = "counter of the key",
                     .cause = "the counter is 0",
                     .cure = "Count from 1, which is the key itself"};
    }
    if (endsWithCount(key)) {
        return Error{.place = "key, column " + std::to_string(columnOf(key, key.rfind('#'))),
                     .cause = "the key already ends in # and a number, so that it could be a counted one",
                     .cure = "Count from the key without a number, or end it with something else"};
    }
    std::string out(key);
    if (n > 1) {
        out += '#' + std::to_string(n);
    }
    if (out.size() > KeyTemplate::longestKey) {
        return Error{.place = "key",
                     .cause = "the key has " + std::to_string(out.size()) + " bytes, at most "
                         + std::to_string(KeyTemplate::longestKey) + " are allowed",
                     .cure = "Use a shorter key"};
    }
    return out;
}

} // namespace idem
