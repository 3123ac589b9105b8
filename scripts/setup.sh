#!/usr/bin/env bash
# Installs the Debian packages of scripts/packages.txt that are missing; with `run` not those for tests and hygiene, which
# stand last (nobody wants a database server for opening a window). Needs root or sudo only when something is missing.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

what="${1:-all}"

missing_packages() {
  local wanted
  wanted="$(if [ "$what" = run ]; then sed '/^# tests/,$d' "$here/packages.txt"; else cat "$here/packages.txt"; fi)"
  wanted="$(grep -vE '^[[:space:]]*(#|$)' <<<"$wanted")"
  # One query for all of them; what dpkg does not know is missing.
  local installed
  installed="$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' 2>/dev/null | awk '$2 == "installed" {print $1}' | sort -u)"
  comm -23 <(sort -u <<<"$wanted") <(printf '%s\n' "$installed")
}

if ! command -v dpkg-query >/dev/null; then
  echo "This is not Debian: install by hand what scripts/packages.txt lists, then run cmake --preset release." >&2
  exit 2
fi

missing="$(missing_packages)"
if [ -n "$missing" ]; then
  as_root=""
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "These packages are missing and there is neither root nor sudo to install them:" >&2
      tr '\n' ' ' <<<"$missing" >&2
      echo >&2
      exit 2
    fi
    as_root="sudo"
  fi
  echo "Installing: $(tr '\n' ' ' <<<"$missing")" >&2
  $as_root apt-get update -qq >&2
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends $missing >&2
  still="$(missing_packages)"
  if [ -n "$still" ]; then
    echo "Could not install: $(tr '\n' ' ' <<<"$still")" >&2
    exit 2
  fi
fi
