#!/usr/bin/env python3
"""How fast tables of games are rated, and with how much memory.

usage: arena/benches/rate_speed.py [TARGET]

Makes tables of ten bots with more and more games and runs `arena rate` on each: seconds should
rise with the games, peak memory should not. TARGET is the folder with the release build [target];
make it by `cargo build --release -p arena --bin arena`.
"""

import itertools
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TITLES = "game,pair,first,second,starter,winner,loser,kind,points,reason,at_fault,rule,turns\n"


def write(path, games):
    """Pairs of a round robin in turn; a bot is the stronger the higher its number."""
    draw = random.Random(1)
    meetings = itertools.cycle(itertools.combinations(range(10), 2))
    with open(path, "w") as table:
        table.write(TITLES)
        for pair, (one, other) in zip(range(1, games // 2 + 1), meetings):
            for half, (first, second) in (("a", (one, other)), ("b", (other, one))):
                won = draw.random() < 1 / (1 + 10 ** ((second - first - 0.5) / 10))
                winner, loser = (first, second) if won else (second, first)
                kind = draw.choice(("oin,1", "oin,1", "mars,2"))
                table.write(f"{pair}{half},{pair},bot{first},bot{second},bot{first},bot{winner},"
                            f"bot{loser},{kind},borne_off,,,80\n")


def rate(arena, table):
    """Seconds, and the peak memory in kilobytes."""
    began = time.monotonic()
    running = subprocess.Popen([arena, "rate", table], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    if status != 0:
        sys.exit(f"arena rate failed with status {status}")
    return time.monotonic() - began, usage.ru_maxrss


def main():
    arena = Path(sys.argv[1] if len(sys.argv) > 1 else "target").resolve() / "release" / "arena"
    print(f"{'games':>10} {'seconds':>9} {'games/s':>11} {'peak MB':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for games in (10_000, 100_000, 1_000_000):
            table = Path(folder) / "games.csv"
            write(table, games)
            seconds, kilobytes = rate(str(arena), str(table))
            print(f"{games:>10} {seconds:>9.2f} {games / seconds:>11.0f} {kilobytes / 1024:>9.1f}")


if __name__ == "__main__":
    main()
