#pragma once

#include "core/reservation/decide.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace idem {

/// What the provider does against a second request for one action.
enum class Takes : std::uint8_t {
    Nothing,
    Key, ///< a second request with the key gets the first one's answer
    /// A token older than the newest it knows for the key is refused, and a look-up that finds nothing makes it
    /// refuse the token that was asked about from then on.
    Token,
    /// The same without the second half. Not enough: an old request may come after the look-up and before the
    /// new one.
    BareToken,
};
NLOHMANN_JSON_SERIALIZE_ENUM(Takes,
                             {{Takes::Nothing, "nothing"},
                              {Takes::Key, "key"},
                              {Takes::Token, "token"},
                              {Takes::BareToken, "bare_token"}})

enum class Guard : std::uint8_t {
    Reserve, ///< the engine
    CheckThenAct, ///< looks into the ledger, then sends; has no store
    Transaction, ///< the engine, with the effect in the store's own database
};
NLOHMANN_JSON_SERIALIZE_ENUM(Guard,
                             {{Guard::Reserve, "reserve"},
                              {Guard::CheckThenAct, "check_then_act"},
                              {Guard::Transaction, "transaction"}})

/// Where a worker stops itself (SIGSTOP), once, for a driver that wants it exactly there.
enum class StopAt : std::uint8_t { Nowhere, BeforeSend, AfterSend };
NLOHMANN_JSON_SERIALIZE_ENUM(StopAt,
                             {{StopAt::Nowhere, "nowhere"},
                              {StopAt::BeforeSend, "before_send"},
                              {StopAt::AfterSend, "after_send"}})

NLOHMANN_JSON_SERIALIZE_ENUM(OnExpired,
                             {{OnExpired::Reconcile, "reconcile"},
                              {OnExpired::TakeOver, "take_over"},
                              {OnExpired::KeepWaiting, "keep_waiting"}})

/// All that a worker process is told, as one argument of JSON. Value.
struct WorkerOptions
{
    std::string name{};
    std::string store{}; ///< "sqlite:FILE" or "postgres:CONNECTION"
    std::string ledger{}; ///< file
    std::string reports{}; ///< file; the worker begins when there is one of this name with ".go" behind it
    std::string round{}; ///< part of every action's name, so that a round's actions are its own
    int actions = 1;
    int uncheckable = 0; ///< how many of them, the last ones, nobody can look up afterwards
    std::uint64_t seed = 1;
    int leaseMs = 120;
    int longestRequestMs = 0; ///< as stated to the engine; 0: not
    int transitMs = 10; ///< at most, from the worker to the provider
    int workMs = 20; ///< at most, from there to the effect
    int givesUpPercent = 0; ///< of the requests: waits only a few milliseconds for their answers
    bool heartbeats = false;
    bool holdRequest = false; ///< the first request stays under way until the driver lets it go
    Guard guard = Guard::Reserve;
    Takes takes = Takes::Nothing;
    OnExpired onExpired = OnExpired::Reconcile;
    StopAt stopAt = StopAt::Nowhere;
    int killBefore = 0; ///< with `Guard::Transaction`: ends itself before this statement; 0: never
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorkerOptions, name, store, ledger, reports, round, actions, uncheckable,
                                   seed, leaseMs, longestRequestMs, transitMs, workMs, givesUpPercent,
                                   heartbeats, holdRequest, guard, takes, onExpired, stopAt, killBefore)

/// The actions of a round, the same for every worker.
inline std::string actionNamed(const WorkerOptions& options, int index)
{
    const bool checkable = index < options.actions - options.uncheckable;
    return (checkable ? "invoice:" : "sms:") + options.round + ":" + std::to_string(index);
}

} // namespace idem
