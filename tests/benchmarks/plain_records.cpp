#include "tests/benchmarks/plain_records.h"

#include "core/fingerprint/fingerprint.h"
#include "tests/benchmarks/engine_loop.h"

#include <chrono>

namespace idem::plain {

std::int64_t now()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string fingerprintText()
{
    return toText(Invoice::fingerprint());
}

std::string history(std::int64_t now, bool done)
{
    std::string out = std::to_string(now) + "\treserved\t1\t" + Invoice::holder + "\t\n";
    if (done) {
        out += std::to_string(now) + "\tdone\t1\t" + Invoice::holder + "\t\n";
    }
    return out;
}

} // namespace idem::plain
