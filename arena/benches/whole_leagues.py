#!/usr/bin/env python3
"""How fast whole leagues are, and how much memory the arena takes.

usage: arena/benches/whole_leagues.py [TARGET]

Plays matches of an instant bot against itself with one worker and prints games a second,
microseconds a turn and the arena's peak memory, for more and more games: the first two should
rise to a level, the last should not grow. Then the same against a bot that floods its stderr while
it plays, and one that floods its stdout until it has lost: the arena should need no more than 2 MB
above the peak of as many quiet games. TARGET is the folder with the release build [target];
make it by `cargo build --release -p arena --bin arena --example scripted-bot`.
What a bare exchange over pipes takes is told by `cargo bench -p arena --bench turn_cost`.
"""

import csv
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Pairs of games with floods: enough to see memory grow.
FLOODED = 10


def high_water(pid):
    """The peak memory of a running process in kilobytes; 0 if it has just ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s+(\d+)", status, re.MULTILINE)
    return int(found.group(1)) if found else 0


def play(release, pairs, orders=()):
    """Seconds, turns and the arena's peak memory in kilobytes, against a bot with orders."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results"
        bot = str(release / "examples" / "scripted-bot")
        other = shlex.join([bot, *orders])
        command = [str(release / "arena"), "match", bot, other, "--pairs", str(pairs),
                   "--seed", "1", "--concurrency", "1", "--out", str(results)]
        began = time.monotonic()
        arena = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        peak = 0
        while arena.poll() is None:
            peak = max(peak, high_water(arena.pid))
            time.sleep(0.01)
        seconds = time.monotonic() - began
        if arena.returncode != 0:
            sys.exit(f"{' '.join(command)} failed with status {arena.returncode}")
        with open(results / "games.csv", newline="") as table:
            turns = sum(int(row["turns"]) for row in csv.DictReader(table))
        return seconds, turns, peak


def main():
    release = Path(sys.argv[1] if len(sys.argv) > 1 else "target").resolve() / "release"
    print(f"{'games':>8} {'games/s':>9} {'µs/turn':>9} {'peak MB':>9}")
    for pairs in (50, 500, 5000):
        seconds, turns, kilobytes = play(release, pairs)
        rate, cost = 2 * pairs / seconds, 1e6 * seconds / turns
        print(f"{2 * pairs:>8} {rate:>9.0f} {cost:>9.1f} {kilobytes / 1024:>9.1f}")
    _, _, quiet = play(release, FLOODED)
    for what, orders in (("stderr", ["--at", "turn", "--do", "stderr-flood:1000000"]),
                         ("stdout", ["--at", "turn:3", "--do", "flood"])):
        seconds, _, kilobytes = play(release, FLOODED, orders)
        more = (kilobytes - quiet) / 1024
        print(f"flood on {what}: {2 * FLOODED} games in {seconds:.1f} s, {more:+.1f} MB")


if __name__ == "__main__":
    main()
