#include "tests/benchmarks/engine_loop.h"

#include "core/store/sql_session.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace idem {

Fingerprint Invoice::fingerprint()
{
    return idem::fingerprint({{"customer", "acme"}, {"period", "2026-10"}, {"amount", 120}}, {});
}

std::string Invoice::key(std::int64_t customer)
{
    char text[64];
    std::snprintf(text, sizeof text, "invoice:customer-%08lld:2026-10", static_cast<long long>(customer));
    return text;
}

EngineLoop::EngineLoop(Store& store)
    : m_engine(must(Engine::make(store, {.holder = Invoice::holder}, &m_counters)))
    , m_request{
          .key = {}, .fingerprint = Invoice::fingerprint(), .caller = {.tool = "send_invoice", .layer = "tool"}}
{
}

void EngineLoop::reserveAndComplete(const std::string& key)
{
    m_request.key = key;
    const Reply reply = must(m_engine.reserve(m_request));
    if (reply.answer != Answer::Started
        || must(m_engine.complete(reply.record, Invoice::answer, m_request.caller)).finish != Finish::Applied) {
        throw std::runtime_error("the engine did not reserve and complete " + key);
    }
}

void EngineLoop::replay(const std::string& key)
{
    m_request.key = key;
    if (must(m_engine.reserve(m_request)).answer != Answer::Replayed) {
        throw std::runtime_error("the engine did not replay " + key);
    }
}

std::vector<std::string> statementsOf(Store& store, const std::function<void()>& work)
{
    std::vector<std::string> statements;
    store.session()->observe([&statements](std::string_view sql) { statements.emplace_back(sql); });
    work();
    store.session()->observe({});
    return statements;
}

} // namespace idem
