#pragma once

#include "tests/crash/cast.h"

#include <cstdint>

namespace idem {

/// What may happen to the workers of a round, at random moments. Value.
struct Chaos
{
    int workers = 4;
    int kills = 0; ///< SIGKILL, and a new worker in its place
    int stops = 0; ///< SIGSTOP until after the lease, then SIGCONT
    bool restart = false; ///< of the database server, once
    std::uint64_t seed = 1;
};

/// What did happen.
struct Happened
{
    int kills = 0;
    int stops = 0;
    int restarts = 0;
};

/// Plays a round to its end: every worker is done. Throws when one fails or they never end.
Happened play(Stage& stage, Cast& cast, const Chaos& chaos);

} // namespace idem
