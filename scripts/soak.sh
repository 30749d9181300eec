#!/usr/bin/env bash
# Runs the tests many times beside a load and names what is red once: scripts/soak.ts says how.
set -euo pipefail
cd "$(dirname "$0")/.."
exec node scripts/with-node24.mjs scripts/soak.ts "$@"
