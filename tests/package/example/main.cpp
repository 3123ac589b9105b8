#include "core/engine/engine.h"
#include "core/store/sqlite_store.h"

#include <iostream>
#include <nlohmann/json.hpp>

int main()
{
    const auto store = idem::SqliteStore::open("invoices.db"); // an error says what to do: store.error().text()
    auto engine = idem::Engine::make(**store, {.holder = "billing-1", .lease = std::chrono::minutes(1)});
    const nlohmann::json invoice{{"customer", "acme"}, {"period", "2026-10"}, {"amount", 120}};
    const idem::Request request{.key = "invoice:acme:2026-10", .fingerprint = idem::fingerprint(invoice, {})};
    for (int i = 0; i < 2; ++i) {
        const auto reply = engine->run(request, [](const idem::Reservation& held) {
            std::cout << "Sending " << held.key
                      << '\n'; // with the key, so that the provider refuses a second one
            return idem::Worked{.answer = "in_1182"};
        });
        std::cout << (reply ? reply->sentence() : reply.error().text()) << '\n';
    }
}
