#pragma once

namespace idem {

/// A build with sanitizers: everything takes several times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool slowBuild = true;
#else
inline constexpr bool slowBuild = false;
#endif

/// Leases and the like, longer there.
constexpr int slowly(int milliseconds)
{
    return slowBuild ? milliseconds * 4 : milliseconds;
}

} // namespace idem
