#pragma once

#include "core/engine/engine.h"

#include <vector>

namespace idem {

/// One step of an action that has several, under a key of its own: `invoice:acme:2026-10`, then
/// `invoice-email:acme:2026-10`.
struct ActionStep
{
    Request request;
    Work work; ///< gets its own reservation
    LookUp lookUp{};
};

/// What became of the steps, in order; those after the one that stopped it are not there.
struct StepsReply
{
    std::vector<Reply> replies;
    bool finished = false; ///< every step is done, now or before
};

/// Does the steps in order, each a whole round of Engine::run. A repeat skips what is done and does what is
/// missing; the first step that is neither done nor replayed as done stops it, so that no step runs before the
/// one it builds on.
Result<StepsReply> runSteps(Engine& engine, const std::vector<ActionStep>& steps);

} // namespace idem
