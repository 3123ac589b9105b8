#include "core/fingerprint/fingerprint_options.h"

#include "core/fingerprint/json_pointer.h"
#include "core/text/unicode.h"

namespace idem {

std::optional<Error> checkFingerprintOptions(const FingerprintOptions& options)
{
    for (std::size_t i = 0; i < options.ignore.size(); ++i) {
        const std::string& path = options.ignore[i];
        const std::string place = "ignored path " + std::to_string(i + 1);
        if (path.empty()) {
            return Error{.place = place,
                         .cause = "the empty path names the whole request, so that all requests would be equal",
                         .cure = "Name a part of it, as in /id"};
        }
        if (!path.starts_with('/')) {
            return Error{.place = place,
                         .cause = '"' + nfc(path) + "\" is no JSON pointer: it does not begin with /",
                         .cure = "Write /" + nfc(path)};
        }
        if (!isValidUtf8(path)) {
            return Error{.place = place, .cause = "it is not valid UTF-8", .cure = "Give it as UTF-8"};
        }
        if (!pointerTokens(path)) {
            return Error{.place = place,
                         .cause = '"' + path + "\" has a ~ that stands for nothing",
                         .cure = "Write ~0 for a ~ and ~1 for a / inside a name"};
        }
    }
    return std::nullopt;
}

} // namespace idem
