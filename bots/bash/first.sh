#!/usr/bin/env bash
# A bot that takes the first legal turn on the list, in bash alone: no program is started.
# It does not read JSON as a whole; it looks for the few keys it needs in the line.

LC_ALL=C # bytes are enough, and faster
rules='["long","long-classic","long-app","long-club","gulbar","short","short-east"]'

s='[[:space:]]*'
type="\"type\"$s:$s\"([a-z_]+)\""
id="\"id\"$s:$s(\"([^\"\\\\]|\\\\.)*\")" # repeated as it stands, quotes and all
move="\\[$s[0-9]+$s,$s[0-9]+$s]"
legal="\"legal\"$s:$s\\[$s(\\[$s$move($s,$s$move)*$s])"

while IFS= read -r line; do
  [[ $line =~ $type ]] || continue
  kind=${BASH_REMATCH[1]}
  [[ $kind == quit ]] && exit 0
  [[ $line =~ $id ]] || continue
  answer="\"id\":${BASH_REMATCH[1]}"
  case $kind in
    hello)
      about="\"protocol\":1,\"name\":\"first-bash\",\"version\":\"1.0\""
      printf '%s\n' "{\"type\":\"hello\",$answer,$about,\"rules\":$rules,\"wants\":[\"legal\"]}"
      ;;
    game)
      printf '%s\n' "{\"type\":\"ready\",$answer}"
      ;;
    turn)
      if [[ $line =~ $legal ]]; then
        printf '%s\n' "{\"type\":\"move\",$answer,\"moves\":${BASH_REMATCH[1]}}"
      else
        echo "no legal turn in: $line" >&2
      fi
      ;;
  esac
done
