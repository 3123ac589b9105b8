#pragma once

#include "core/engine/engine.h"
#include "core/store/sqlite_connection.h"
#include "tests/crash/worker_options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace idem {

/// A request as it leaves a worker.
struct Message
{
    std::string action;
    std::uint64_t token = 0;
    Takes takes = Takes::Nothing;
    TimePoint leaseUntil; ///< of its sender, for the driver: was it over when the request arrived?
    Milliseconds transit{};
    Milliseconds work{};
    bool held = false; ///< stays under way until somebody calls letGo()
};

/// What a request came to.
struct Performed
{
    bool refused = false; ///< an old token: nothing was done
    std::string answer;
};

struct Effect
{
    std::string action;
    std::uint64_t token = 0;
    std::string answer;
};

/// The provider: a file with the requests on their way to it, and with the effects that it made of them.
///
/// A worker sends by putting a row among the requests, and crash_provider, a process of its own, turns rows
/// into effects some milliseconds later. So work goes on after its sender died, as it does at real providers,
/// and nothing of it hangs on a socket that a SIGKILL would close. A request is on its way ("sent", invisible
/// to a look-up), then arrived ("under way"), then performed or refused.
///
/// Each step and each look-up is a write transaction and reads the time inside it, so they stand in one order
/// in time as well: a request that a look-up did not see arrived after it.
///
/// One object is one connection, used by the thread that opened it. What can't go wrong unless the test is
/// broken throws.
class Ledger
{
public:
    enum class Open : std::uint8_t { Existing, New };
    explicit Ledger(const std::string& path, Open how = Open::Existing);

    /// The worker's side.
    std::int64_t send(const Message& message);
    std::optional<Performed> answerOf(std::int64_t request);
    Probed lookUp(const std::string& action, std::uint64_t token, Takes takes);
    bool hasEffect(const std::string& action);

    /// The provider's side: makes every step that is due.
    void advance();

    /// The driver's side.
    void letGo();
    bool isQuiet(); ///< nothing is under way, except what is held
    std::vector<Effect> effects(const std::string& action);
    /// Whether any request for the action arrived after the lease that it was sent under. With a provider that
    /// takes neither key nor token, "exactly one" is promised only where none did.
    bool arrivedLate(const std::string& action);

private:
    SqlRows run(std::string_view sql, const std::vector<SqlParameter>& values = {});
    void together(const std::function<void()>& work);
    void step(std::int64_t request);
    void perform(std::int64_t request, const std::string& action, std::int64_t token, Takes takes);
    void end(std::int64_t request, std::string_view state, const std::string& answer);
    bool refuses(const std::string& action, std::int64_t token);
    void raiseFence(const std::string& action, std::int64_t token);

    std::unique_ptr<SqliteConnection> m_connection;
};

} // namespace idem
