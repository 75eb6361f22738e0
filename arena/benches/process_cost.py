#!/usr/bin/env python3
"""What fresh processes cost a league, and how soon the arena leaves after the last game.

usage: arena/benches/process_cost.py [TARGET]

Plays the same match once with processes that are kept between games and once with two fresh ones
for each game, which is what a low limit of descriptors brings about. The difference for a game is
held against starting and reaping two processes of the same program without more ado: without the
sandbox it belongs below twice that. The same with the sandbox tells what that costs for each
process. Time is told by the clock, which other work on the machine spoils, and as processor time of
all processes together. At last, the time from the last record to the arena's exit, tables, keys and
all, after a short and after a long match with the sandbox: it belongs below 50 ms for both. TARGET
is the folder with the release build [target]; make it by
`cargo build --release -p arena --bin arena --example scripted-bot`.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# With so many descriptors one worker keeps no process but those of the game being played.
FEW = 46
ROUNDS = 5
SHORT, LONG = 25, 125
# Pairs of the matches that the arena leaves.
LEAVING = (250, 5000)
LEAVINGS = 3


def spent():
    """The clock, and processor time of this process and all that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return time.monotonic(), sum(usage.ru_utime + usage.ru_stime for usage in used)


def since(before):
    return [now - then for now, then in zip(spent(), before)]


def bare(bot, times):
    """What two processes take, started and reaped on one core, where the arena has a game's two."""
    words = [bot, "--at", "start", "--do", "exit:0"]
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    before = spent()
    for _ in range(times):
        pids = [os.posix_spawn(bot, words, {}) for _ in range(2)]
        for pid in pids:
            os.waitpid(pid, 0)
    took = [took / times for took in since(before)]
    os.sched_setaffinity(0, cores)
    return took


def play(arena, bot, pairs, sandbox, descriptors):
    """What a match takes, and seconds from its last record to the arena's exit."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "results"
        command = [arena, "match", bot, bot, "--pairs", str(pairs), "--seed", "1",
                   "--concurrency", "1", "--sandbox", sandbox, "--out", str(out)]
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
        before = spent()
        subprocess.run(command, check=True, preexec_fn=limit, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        took = since(before)
        return took, time.time() - (out / "games.jsonl").stat().st_mtime


def per_game(arena, bot, sandbox, descriptors):
    """What a game of a long match takes, its start and end left out."""
    short, _ = play(arena, bot, SHORT, sandbox, descriptors)
    long, _ = play(arena, bot, LONG, sandbox, descriptors)
    return [(two - one) / (2 * (LONG - SHORT)) for one, two in zip(short, long)]


def measure(arena, bot):
    """What each round has measured; all that is compared is close in time."""
    found = {"bare": [], "off": [], "auto": []}
    for _ in range(ROUNDS):
        found["bare"].append(bare(bot, 200))
        for sandbox in ("off", "auto"):
            kept = per_game(arena, bot, sandbox, 1024)
            fresh = per_game(arena, bot, sandbox, FEW)
            found[sandbox].append([more - less for more, less in zip(fresh, kept)])
    return found


def main():
    release = Path(sys.argv[1] if len(sys.argv) > 1 else "target").resolve() / "release"
    arena, bot = str(release / "arena"), str(release / "examples" / "scripted-bot")
    found = measure(arena, bot)
    for place, what in enumerate(("by the clock", "processor time")):
        bare, off, auto = ([1000 * taken[place] for taken in found[name]]
                           for name in ("bare", "off", "auto"))
        ratio = statistics.median(ours / theirs for ours, theirs in zip(off, bare))
        layers = statistics.median(more - less for more, less in zip(auto, off)) / 2
        print(f"{what}:")
        print(f"  two bare processes                     {statistics.median(bare):8.2f} ms")
        print(f"  two fresh ones for a game, no sandbox  {statistics.median(off):8.2f} ms, "
              f"{ratio:.2f} times the bare")
        print(f"  two fresh ones for a game, sandbox     {statistics.median(auto):8.2f} ms")
        print(f"  the sandbox of one process             {layers:8.2f} ms")
    for pairs in LEAVING:
        leaving = [1000 * play(arena, bot, pairs, "auto", 1024)[1] for _ in range(LEAVINGS)]
        print(f"from the last record to the exit, {2 * pairs} games: "
              f"{statistics.median(leaving):.1f} ms, at most {max(leaving):.1f}")


if __name__ == "__main__":
    main()
