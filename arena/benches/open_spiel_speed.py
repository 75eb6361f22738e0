#!/usr/bin/env python3
"""Compares the speed of `short` with OpenSpiel's backgammon, on the same positions in one run.

usage: open_spiel_speed.py ARENA [POSITIONS]

ARENA is a release build; PyPI: open_spiel. Each side lists the legal turns of the same positions
of random games, best of three rounds. Three figures, for no two engines are asked alike:

- OpenSpiel, actions: its C++ core lists the actions of a decision, called from Python. A double is
  two decisions for it, of which this counts the first alone.
- OpenSpiel, turns: whole turns with their distinct ends, joined in Python as
  `arena/tests/peers/open_spiel_short.py` does.
- the arena, from text to text: `ARENA legal` with JSON both ways and the start of its process.

The arena's core alone is what `ARENA perft` prints: lists a second with nothing around them.
"""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "peers"))
import open_spiel_short as peer

ROUNDS = 3


def best(work):
    """Seconds of the quickest of a few rounds, and what the work gave."""
    quickest, result = float("inf"), None
    for _ in range(ROUNDS):
        began = time.perf_counter()
        result = work()
        quickest = min(quickest, time.perf_counter() - began)
    return quickest, result


def main():
    arena = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
    states = list(peer.positions(wanted, seed=2026))
    lines = []
    for state in states:
        at = peer.board(state, state.current_player())
        dice = [int(face) for face in peer.said(state, "Dice")]
        lines.append(json.dumps({"rules": "short", "board": at[:24], "bar": at[24:26], "off": at[26:], "dice": dice}))
    text = "\n".join(lines) + "\n"

    actions, _ = best(lambda: [state.clone().legal_actions() for state in states])
    turns, theirs = best(lambda: sum(len(peer.ends(state, state.current_player())[0]) for state in states))
    asked = [arena, "legal"]
    legal, answer = best(lambda: subprocess.run(asked, input=text, capture_output=True, text=True, check=True))
    ours = sum(json.loads(line)["ends_count"] for line in answer.stdout.splitlines())
    assert ours == theirs, f"{ours} ends here, {theirs} there"
    perft = subprocess.run([arena, "perft", "--rules", "short", "--depth", "3"], capture_output=True, text=True, check=True)
    core = [line for line in (perft.stdout + perft.stderr).splitlines() if line.startswith("depth 3")]
    lists = int(re.search(r"\(.*?([\d ]+) lists/s\)", core[0]).group(1).replace(" ", "").replace("\u202f", ""))

    print(f"{wanted} positions, {ours} ends on both sides")
    rows = [
        ("OpenSpiel, actions", actions / wanted),
        ("OpenSpiel, turns", turns / wanted),
        ("the arena, from text to text", legal / wanted),
        ("the arena, core", 1 / lists),
    ]
    for name, seconds in rows:
        print(f"{name:30} {seconds * 1e6:9.2f} us a list   {rows[0][1] / seconds:8.2f} times OpenSpiel's actions")


if __name__ == "__main__":
    main()
