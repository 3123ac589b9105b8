#pragma once

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace idem {

/// For worker and provider: nobody outlives the driver, not even stopped and not even when a test runner kills
/// it. False where it is gone already.
inline bool goWithParent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return getppid() == parent;
}

} // namespace idem
