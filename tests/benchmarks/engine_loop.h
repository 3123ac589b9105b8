#pragma once

#include "core/engine/engine.h"
#include "tests/must.h"

#include <functional>
#include <string>
#include <vector>

namespace idem {

/// What every benchmark does once: an invoice, as in the documentation.
struct Invoice
{
    static constexpr const char* answer = R"({"invoice":"in_1182","status":"sent"})";
    static constexpr const char* holder = "billing-7:4711";

    static Fingerprint fingerprint();
    static std::string key(std::int64_t customer); ///< each its own, in rising order
};

/// The engine as a tool would use it, with counters. The store must outlive it; one thread.
class EngineLoop
{
public:
    explicit EngineLoop(Store& store);

    void reserveAndComplete(const std::string& key);
    void replay(const std::string& key); ///< of a key that is done

private:
    Counters m_counters;
    Engine m_engine;
    Request m_request;
};

/// The statements that `work` makes the store's database run.
std::vector<std::string> statementsOf(Store& store, const std::function<void()>& work);

} // namespace idem
