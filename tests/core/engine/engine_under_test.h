#pragma once

#include "core/engine/engine.h"
#include "core/store/memory_store.h"
#include "tests/core/store/store_under_test.h"

#include <gmock/gmock.h>

namespace idem {

/// An engine with a clock that a test turns, and what it counted. Several engines of one store are several
/// workers.
class EngineTest : public testing::Test
{
protected:
    TimePoint now = start;
    MemoryStore store;
    Counters counters;

    Engine engine(const std::string& holder = "worker 1", EngineOptions options = {})
    {
        options.holder = holder;
        options.lease = 30s;
        options.retention = 24h;
        return must(Engine::make(store, options, &counters, [this] { return now; }));
    }

    static Request request(int amount = 120, std::string key = "invoice:acme:2026-10")
    {
        return {.key = std::move(key), .fingerprint = invoiceOver(amount), .caller = {"send_invoice", "model"}};
    }

    std::uint64_t count(Counted what) const { return counters.total(what); }
};

/// Work that counts how often it was done.
struct CountedWork
{
    int times = 0;
    Worked result{.outcome = Outcome::Done, .answer = "invoice 1"};

    Worked operator()(const Reservation&)
    {
        ++times;
        return result;
    }
};

} // namespace idem
