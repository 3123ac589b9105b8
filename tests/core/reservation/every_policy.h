#pragma once

#include "core/reservation/decide.h"

#include <array>
#include <rapidcheck.h>
#include <string>

namespace idem {

inline constexpr std::array bothWays = {false, true};
inline constexpr std::array everyOnExpired
    = {OnExpired::Reconcile, OnExpired::TakeOver, OnExpired::KeepWaiting};
inline constexpr std::array everyOnRunning = {OnRunning::SayInProgress, OnRunning::Replay};
inline constexpr std::array everyOnDone = {OnDone::Replay, OnDone::Reject};
inline constexpr std::array everyOnFailure = {OnFailure::Replay, OnFailure::StartAgain};
inline constexpr std::array everyRefusal = {Refusal::None, Refusal::NeedsApproval, Refusal::OverBudget};

/// Calls `use(policy)` for every policy there is: few enough to leave none out.
template <typename Use>
void forEveryPolicy(const Use& use)
{
    for (const OnExpired onExpired : everyOnExpired) {
        for (const OnRunning onRunning : everyOnRunning) {
            for (const OnDone onDone : everyOnDone) {
                for (const OnFailure forGood : everyOnFailure) {
                    for (const OnFailure before : everyOnFailure) {
                        for (int bits = 0; bits < 8; ++bits) {
                            use(Policy{.onExpired = onExpired,
                                       .onRunning = onRunning,
                                       .onDone = onDone,
                                       .onFailureForGood = forGood,
                                       .onFailureBefore = before,
                                       .comparesParameters = (bits & 1) != 0,
                                       .comparesWhileRunning = (bits & 2) != 0,
                                       .dropsUnsettled = (bits & 4) != 0});
                        }
                    }
                }
            }
        }
    }
}

/// Calls `use(record)` for every record there is.
template <typename Use>
void forEveryRecord(const Use& use)
{
    for (const State state : allStates) {
        for (const bool leaseOver : bothWays) {
            for (const bool pastRetention : bothWays) {
                use(Standing{.state = state, .leaseOver = leaseOver, .pastRetention = pastRetention});
            }
        }
    }
}

/// Any policy, for histories that are too many to walk.
inline rc::Gen<Policy> anyPolicy()
{
    return rc::gen::build<Policy>(rc::gen::set(&Policy::onExpired, rc::gen::elementOf(everyOnExpired)),
                                  rc::gen::set(&Policy::onRunning, rc::gen::elementOf(everyOnRunning)),
                                  rc::gen::set(&Policy::onDone, rc::gen::elementOf(everyOnDone)),
                                  rc::gen::set(&Policy::onFailureForGood, rc::gen::elementOf(everyOnFailure)),
                                  rc::gen::set(&Policy::onFailureBefore, rc::gen::elementOf(everyOnFailure)),
                                  rc::gen::set(&Policy::comparesParameters),
                                  rc::gen::set(&Policy::comparesWhileRunning),
                                  rc::gen::set(&Policy::dropsUnsettled));
}

/// For the message of a failed expectation.
inline std::string text(const Standing& record, const Policy& policy)
{
    const auto flag = [](const char* name, bool on) { return on ? std::string(" ") + name : std::string(); };
    return std::string(name(record.state)) + flag("lease-over", record.leaseOver)
        + flag("past-retention", record.pastRetention) + " under " + std::string(name(policy.onExpired))
        + flag("running:replay", policy.onRunning == OnRunning::Replay)
        + flag("done:reject", policy.onDone == OnDone::Reject)
        + flag("for-good:again", policy.onFailureForGood == OnFailure::StartAgain)
        + flag("before:replay", policy.onFailureBefore == OnFailure::Replay)
        + flag("compares", policy.comparesParameters)
        + flag("compares-while-running", policy.comparesWhileRunning)
        + flag("drops-unsettled", policy.dropsUnsettled);
}

} // namespace idem
