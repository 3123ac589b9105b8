#pragma once

#include "core/error.h"
#include "core/fingerprint/fingerprint.h"
#include "core/reservation/decide.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace idem {

using Milliseconds = std::chrono::milliseconds;
using TimePoint = std::chrono::sys_time<Milliseconds>;

/// The record of a key. Value; whoever reads one from a store owns the copy.
struct Reservation
{
    std::string key;
    State state = State::Processing;
    Fingerprint fingerprint;
    std::string holder; ///< who works on it or did: for a person, never compared
    TimePoint reservedAt; ///< by this holder
    TimePoint leaseUntil; ///< from this moment on the outcome counts as unknown
    TimePoint keepUntil; ///< from this moment on the record counts as dropped
    Milliseconds retention{}; ///< how long it is kept after its last change
    std::uint64_t token = 0; ///< grows with every reservation of a store, over all keys, and never comes again
    std::uint32_t attempt = 1;
    std::optional<std::string> answer; ///< what the holder or the provider said in the end; any bytes

    bool operator==(const Reservation&) const = default;
};

/// What somebody asks for who is about to act.
struct ReserveRequest
{
    std::string key;
    Fingerprint fingerprint;
    std::string holder;
    Milliseconds lease{};
    Milliseconds retention{}; ///< at least as long as the lease
};

/// The record as decide() wants to see it at this moment.
Standing standing(const Reservation& record, TimePoint now);

/// The record as each step leaves it. Only who asked decide() and its sisters may call these; `token` stays as
/// it was, a store gives the new one.
Reservation created(const ReserveRequest& request, TimePoint now);
Reservation reservedAgain(const Reservation& before, const ReserveRequest& request, TimePoint now);
Reservation finished(Reservation record, Outcome outcome, std::optional<std::string> answer, TimePoint now);
Reservation renewed(Reservation record, Milliseconds lease, TimePoint now);
Reservation settled(Reservation record, Probe probe, std::optional<std::string> answer, TimePoint now);

/// What is wrong with a key: empty, over 255 bytes, not UTF-8, or with a NUL. Such keys are cut or changed by
/// one system or another, and then two keys become one.
std::optional<Error> checkKey(const std::string& key);
std::optional<Error> checkLease(Milliseconds lease);
std::optional<Error> checkRequest(const ReserveRequest& request);

} // namespace idem
