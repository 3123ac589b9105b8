#!/usr/bin/env bash
# Installs what is missing, builds, and opens the window on the slow-invoice scenario. Without a display it runs the same
# scenario here in the terminal and writes its timeline as a picture. Arguments are passed on to the binary.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
"$root/scripts/setup.sh" run

(
  cd "$root"
  # Quiet when all goes well; the whole log when it does not.
  log="$(mktemp)"
  trap 'rm -f "$log"' EXIT
  [ -x build/release/bin/idemscope ] || echo "Building Idemscope; the first time takes some minutes…" >&2
  if ! { cmake --preset release -DIDEMSCOPE_TESTS=OFF -DIDEMSCOPE_BENCHMARKS=OFF && cmake --build --preset release --target idemscope; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "The build failed; the log is above." >&2
    exit 2
  fi
)

binary="$root/build/release/bin/idemscope"
if [ "$#" -gt 0 ]; then
  exec "$binary" "$@"
fi
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  exec "$binary" invoice-naive
fi

picture="$PWD/idemscope-invoice-naive.png"
"$binary" run invoice-naive --png "$picture"
cat >&2 <<EOT

There is no display here, so the scenario ran in the terminal.
To get the window: log in to a desktop and run ./scripts/run.sh there, or connect with \`ssh -X\`, or run it on a virtual
display: apt-get install xvfb && xvfb-run ./scripts/run.sh
EOT
