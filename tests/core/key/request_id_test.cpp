#include "core/key/request_id.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace idem {
namespace {

TEST(RequestId, HasThirtySignsThatNobodyMistakes)
{
    for (int i = 0; i < 1000; ++i) {
        const std::string id = newRequestId();
        ASSERT_EQ(id.size(), 30U);
        EXPECT_EQ(id.substr(0, 4), "req_");
        EXPECT_EQ(id.find_first_not_of("0123456789abcdefghjkmnpqrstvwxyz", 4), std::string::npos) << id;
    }
}

TEST(RequestId, UsesAllBits)
{
    // Every letter at every place but the last, which has three bits.
    std::vector<std::set<char>> seen(26);
    for (int i = 0; i < 2000; ++i) {
        const std::string id = newRequestId();
        for (std::size_t at = 0; at < seen.size(); ++at) {
            seen[at].insert(id[at + 4]);
        }
    }
    for (std::size_t at = 0; at < seen.size(); ++at) {
        EXPECT_EQ(seen[at].size(), at + 1 < seen.size() ? 32U : 8U) << at;
    }
}

TEST(RequestId, IsNewOnEveryCallInEveryThread)
{
    constexpr int threads = 4;
    constexpr int each = 5000;
    std::mutex guard;
    std::set<std::string> all;
    std::vector<std::thread> workers;
    for (int i = 0; i < threads; ++i) {
        workers.emplace_back([&] {
            std::set<std::string> own;
            for (int n = 0; n < each; ++n) {
                own.insert(newRequestId());
            }
            const std::lock_guard lock(guard);
            all.merge(own);
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    EXPECT_EQ(all.size(), std::size_t{threads} * each);
}

} // namespace
} // namespace idem
