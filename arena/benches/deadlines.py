#!/usr/bin/env python3
"""How punctual the arena's clock is.

usage: arena/benches/deadlines.py [TARGET]

First, leagues with a bot that never answers, with and without neighbours that burn every core: how
long after the limit the game was decided, by `diagnostics.jsonl`. A turn should be
decided within 50 ms of its limit, 999 times of 1000. Then a match of a bot that measures its own
answers, on an idle machine: how much more the arena charges for an answer than the bot took from
having read the request to having written the answer; it should be less than 0.1 ms.

TARGET is the folder with the release build [target]; make it by
`cargo build --release -p arena --bin arena --example scripted-bot`.
"""

import contextlib
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

LIMIT_MS = 100
PAIRS = 500

# Burns until whoever started it has ended.
BURN = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""

# Answers with the first legal turn, and tells in `info` how many microseconds all its answers in
# this game have taken so far, and how many there were.
CLOCKED = r"""
import os, re, time
spent, answers, rest = 0, 0, b""
while True:
    while b"\n" not in rest:
        data = os.read(0, 1 << 16)
        began = time.monotonic_ns()
        if not data:
            raise SystemExit
        rest += data
    line, rest = rest.split(b"\n", 1)
    kind = re.search(rb'"type":"(\w+)"', line)[1]
    found = re.search(rb'"id":"(\w+)"', line)
    identity = found and found[1]
    if kind == b"hello":
        answer = (b'{"type":"hello","id":"%s","protocol":1,"name":"clocked","version":"1",'
                  b'"rules":["long"],"wants":["legal"]}\n' % identity)
    elif kind == b"game":
        spent, answers = 0, 0
        answer = b'{"type":"ready","id":"%s"}\n' % identity
    elif kind == b"turn":
        legal = re.search(rb'"legal":\[(\[\]|\[\[.*?\]\])', line)
        moves = legal[1] if legal else b"[]"
        took = spent + time.monotonic_ns() - began
        info = b'{"spent_ns":%d,"answers":%d}' % (took, answers + 1)
        answer = b'{"type":"move","id":"%s","moves":%s,"info":%s}\n' % (identity, moves, info)
    elif kind == b"quit":
        break
    else:
        continue
    os.write(1, answer)
    spent += time.monotonic_ns() - began
    answers += 1
"""


def toml(settings, bots):
    """A league file."""
    lines = ['name = "deadlines"', 'seed = "1"', *settings, "[time]", 'bank = "0s"',
             f'turn = "{LIMIT_MS}ms"']
    for name, command in bots:
        lines += ["[[bot]]", f'name = "{name}"', f"command = {json.dumps(command)}"]
    return "\n".join(lines) + "\n"


def play(arena, folder, text):
    """Plays a league; answers its records and its diagnostics by game, and its events."""
    (folder / "league.toml").write_text(text)
    out = folder / "results"
    command = [arena, "league", "league.toml", "--out", out]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    read = lambda name: [json.loads(line) for line in (out / name).read_text().splitlines()]
    games = {line["game"]["game"]: line["game"] for line in read("games.jsonl")}
    notes = {line["game"]: line for line in read("diagnostics.jsonl")}
    return games, notes, read("events.jsonl")


@contextlib.contextmanager
def neighbours(count):
    """So many processes that do nothing but burn."""
    burn = [sys.executable, "-c", BURN]
    burning = [subprocess.Popen(burn) for _ in range(count)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()


def quantile(values, share):
    return values[max(math.ceil(share * len(values)) - 1, 0)]


def show(what, values, unit):
    values.sort()
    shown = [quantile(values, share) for share in (0.5, 0.99, 0.999)] + [values[-1]]
    print(f"{what:<44} {len(values):>6} " + " ".join(f"{value:>8.3f}" for value in shown), unit)


def lateness(arena, bots):
    """By how many ms the games that a bot lost by its silence were decided late, and how many
    games were void."""
    with tempfile.TemporaryDirectory() as folder:
        text = toml([f"pairs = {PAIRS}"], bots)
        games, notes, events = play(arena, Path(folder), text)
    late = []
    for game, record in games.items():
        if record["result"]["reason"] == "timeout":
            note = notes[game]
            silent = record["fault"]["seat"]
            before = note["thought_us"][silent] + note["thought_us"][1 - silent]
            late.append((note["elapsed_us"] - before) / 1000 - LIMIT_MS)
    return late, sum(event["event"] == "void" for event in events)


def surcharge(arena):
    """By how many ms an answer of each game was charged more than it took, on average."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "clocked.py").write_text(CLOCKED)
        bots = [(name, [sys.executable, "clocked.py"]) for name in ("one", "two")]
        text = toml([f"pairs = {PAIRS // 5}", "concurrency = 1"], bots)
        games, notes, _ = play(arena, folder, text)
    more = []
    for game, record in games.items():
        for seat in (0, 1):
            told = [turn["info"] for turn in record["turns"] if turn["seat"] == seat
                    and turn.get("info")]
            charged = notes[game]["thought_us"][seat] / 1000
            more.append((charged - told[-1]["spent_ns"] / 1e6) / told[-1]["answers"])
    return more


def main():
    release = Path(sys.argv[1] if len(sys.argv) > 1 else "target").resolve() / "release"
    arena, bot = release / "arena", str(release / "examples" / "scripted-bot")
    quick = ("quick", [bot])
    silent = ("silent", [bot, "--at", "turn", "--do", "silent"])
    burning = ("burning", [bot, "--at", "turn", "--do", "burn:3600000"])
    cores = os.cpu_count()
    print(f"{'':<44} {'number':>6} {'p50':>8} {'p99':>8} {'p99.9':>8} {'max':>8}")
    for what, bots, count in (
        ("late, idle machine", [quick, silent], 0),
        ("late, a bot that burns instead of answering", [quick, burning], 0),
        (f"late, {cores} burning neighbours", [quick, silent], cores),
        (f"late, {4 * cores} burning neighbours", [quick, silent], 4 * cores),
        ("late, as many, and a burning bot", [quick, burning], 4 * cores),
    ):
        with neighbours(count):
            late, voids = lateness(arena, bots)
        show(what, late, "ms" + (f", {voids} games were void" if voids else ""))
    show("charged above the bot's own clock", surcharge(arena), "ms")


if __name__ == "__main__":
    main()
