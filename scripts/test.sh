#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test. Windows are tested on Qt's offscreen platform.
#   scripts/test.sh            the optimised build with assertions and all tests
#   scripts/test.sh asan       core and simulations under the address and undefined-behaviour sanitizers
#   scripts/test.sh tsan       the same under the thread sanitizer
#   scripts/test.sh hygiene    clang-format and clang-tidy over the tree
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
"$root/scripts/setup.sh"
cd "$root"

what="${1:-dev}"
export QT_QPA_PLATFORM=offscreen
export LC_ALL=C.UTF-8
jobs="$(nproc)"
# The store tests want a real server: a throw-away one on the loopback, for this run only, which need not survive a power
# cut. They fail without it.
export IDEMSCOPE_NEEDS_POSTGRES=1
with_postgres() { pg_virtualenv -o fsync=off -o max_connections=200 "$@"; }

# Everything is compiled here, again and again: each target as one file (a unity build), which costs a third of the time
# of file by file. In a directory of its own, as in daily work the one file that was edited is compiled faster alone.
# Batches of 0 mean no batches: with them, names could clash or not depending on which files happen to fall together.
build="build/unity-$what"
configure() { cmake --preset "$what" -B "$build" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 "$@"; }
run_tests() { with_postgres ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$jobs" "$@"; }

case "$what" in
  dev | release)
    configure
    cmake --build "$build" -j "$jobs"
    run_tests
    "$build/bin/idemscope" check simulations/library/*/*.json
    ;;
  asan | tsan)
    # The window is left out: Qt itself is not instrumented, and what is ours in it holds no memory by hand.
    configure -DIDEMSCOPE_UI=OFF
    cmake --build "$build" -j "$jobs"
    # Not the crash tests: rounds of many short processes, whose moments of being killed are tuned for a normal build.
    run_tests -E '^crash\.'
    ;;
  hygiene)
    mapfile -t files < <(git ls-files '*.cpp' '*.h')
    clang-format --dry-run -Werror "${files[@]}"
    # The commands of clang itself: GCC's options and precompiled headers mean nothing to it.
    cmake --preset dev -B build/tidy -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
    mapfile -t sources < <(git ls-files 'core/*.cpp' 'simulations/*.cpp' 'ui/*.cpp' 'app/*.cpp')
    printf '%s\0' "${sources[@]}" | xargs -0 -n 4 -P "$jobs" clang-tidy --quiet -p build/tidy
    ;;
  *)
    echo "unknown: $what (dev, release, asan, tsan or hygiene)" >&2
    exit 2
    ;;
esac
