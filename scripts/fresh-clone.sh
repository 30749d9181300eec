#!/usr/bin/env bash
# Runs `npm test` in a fresh clone of the last commit, as somebody else finds it:
#
#   scripts/fresh-clone.sh <case> [-- arguments of npm test]
#
#   root         as root
#   no-chromium  as an ordinary user who is made for it, with no Chromium on the PATH
#   path         in a folder with a space and an accent
#   zone         with TZ=Asia/Tokyo and LANG=C
#   registry     with nothing but the npm registry: its packages are installed first, then there is no network at all
#
# All but `path` and `zone` must be started by root. A clone whose tests failed is kept.
set -euo pipefail

kind=${1:-}
[ "${2:-}" = -- ] && shift 2 || shift $(($# > 0 ? 1 : 0))

usage() {
  sed -n '2,13s/^# \{0,1\}//p' "$0"
  exit 2
}

project=$(cd "$(dirname "$0")/.." && pwd)
# Outside of the project, which would lend its node_modules; others may enter it, as PostgreSQL's user must.
work=$(mktemp -d "${TMPDIR:-/tmp}/balcao-fresh-XXXXXX")
chmod 755 "$work"
clone=$work/balcao
user=

clean() {
  local code=$?
  cd /
  [ -z "$user" ] || userdel "$user" || true
  if [ $code -eq 0 ]; then rm -rf "$work"; else echo "kept: $clone" >&2; fi
}

require_root() {
  [ "$(id -u)" -eq 0 ] && return
  rmdir "$work"
  echo "The case $kind must be started by root." >&2
  exit 2
}

make_clone() {
  trap clean EXIT
  git clone --quiet "$project" "$clone"
  cd "$clone"
  echo "── $kind: $(git rev-parse --short HEAD) in $clone"
}

# A PATH of links to every program but a Chromium.
path_without_chromium() {
  local bin=$work/bin dir program name
  mkdir "$bin"
  IFS=: read -ra dirs <<<"$PATH"
  for dir in "${dirs[@]}"; do
    for program in "$dir"/*; do
      name=${program##*/}
      case $name in chromium* | chrome* | google-chrome*) continue ;; esac
      [ -x "$program" ] && [ ! -e "$bin/$name" ] && ln -s "$program" "$bin/$name"
    done
  done
  echo "$bin"
}

# The registry and its certificate are the machine's; nothing else of the environment comes along.
as_user() {
  runuser -u "$user" -- env -i "HOME=$work/home" "USER=$user" "PATH=$1" LANG=C.UTF-8 \
    "npm_config_registry=$(npm config get registry)" ${NODE_EXTRA_CA_CERTS:+"NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS"} \
    "${@:2}"
}

case $kind in
root)
  require_root
  make_clone
  npm test -- "$@"
  ;;
no-chromium)
  require_root
  make_clone
  user=balcao-fresh-$$
  useradd --no-create-home --home-dir "$work/home" --shell /bin/sh "$user"
  mkdir "$work/home"
  chown -R "$user:" "$clone" "$work/home"
  as_user "$(path_without_chromium)" npm test -- "$@"
  ;;
path)
  clone="$work/Balcão da Ana"
  make_clone
  npm test -- "$@"
  ;;
zone)
  make_clone
  env -u LC_ALL TZ=Asia/Tokyo LANG=C npm test -- "$@"
  ;;
registry)
  require_root
  make_clone
  # A package from anywhere else would be a line here.
  if grep -hE '"resolved": "' package-lock.json e2e/firebase-emulator/package-lock.json |
    grep -vF "\"$(npm config get registry)"; then
    echo 'These packages do not come from the npm registry.' >&2
    exit 1
  fi
  npm ci
  node scripts/with-node24.mjs scripts/test-firebase.ts --install
  unshare --net sh -c 'ip link set lo up && exec npm test -- "$@"' npm-test "$@"
  ;;
*)
  rmdir "$work"
  usage
  ;;
esac
