#!/usr/bin/env bash
# Makes the README's pictures again: from what the arena in target/release writes about the sample
# league. Needs chromium, python3 with venv, and util-linux's script.

set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8
arena=${ARENA:-$PWD/target/release/arena}
pictures=arena/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install rich==15.0.0

# The league is played beside a copy of its file, so that commands read as they are typed.
cp -r --parents results/sample.toml results/sample bots/python "$work"

# terminal NAME COLUMNS COMMAND FILTER…: what of the command's output passes the filter, as NAME.svg.
terminal() {
  local name=$1 columns=$2 command=$3
  shift 3
  (cd "$work" && script --quiet --return --command "stty cols 96; ${command/#arena/$arena}" \
    typescript < /dev/null > /dev/null)
  { echo "\$ $command"; sed '/^Script /d' "$work/typescript" | "$@"; } \
    | "$work/venv/bin/python" $pictures/terminal.py "$columns" "$pictures/$name.svg"
}

# page NAME HEIGHT ADDRESS: the league's page, at this address in it. It is in a frame, for of a page
# that has scrolled the browser makes an empty picture.
page() {
  printf '<body style="margin:0"><iframe src="%s" style="border:0;width:1200px;height:%spx">' \
    "league.html$3" "$2" > "$work/frame.html"
  chromium --headless --no-sandbox --hide-scrollbars --window-size="1200,$2" \
    --screenshot="$pictures/$1.png" "file://$work/frame.html" 2> /dev/null
}

# The folder that is named in the last line has no place in a picture.
terminal league 108 "arena league results/sample.toml" sed '/results in/d'
terminal replay 56 "arena replay results/sample 22b --plain" sed -n '/^turn 34 /,/^ X: /p'

"$arena" report results/sample --out "$work/league.html"
page report 935 ''
page viewer 740 '#game=22b&turn=34'
