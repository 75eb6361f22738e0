"""Write, or with --check compare, ../fixtures/dice.json: test values for the dice.

The values come from dice_verify.py, so that an implementation in another language checks
itself against something it does not share code with.
"""
import hashlib, itertools, json, pathlib, re, sys

from dice_verify import dice, mac

TARGET = pathlib.Path(__file__).resolve().parent.parent / "fixtures" / "dice.json"
# The second has a name and a seed beyond ASCII, the third a roll-off of three rounds.
PAIRS = [
    ("2026", "greedy", "pips", 1),
    ("зима ❄", "тест", "pips", 12),
    ("2026", "greedy", "pips", 26),
    ("", "a", "b c", 1_000_000_000_000),
]


def pair_key(seed, first, second, pair_no):
    return mac(seed.encode(), "nardy pair v1", first, second, pair_no)


def roll_off(key):
    rounds = []
    while not rounds or rounds[-1][0] == rounds[-1][1]:
        rounds.append(dice(key, "nardy roll-off v1", len(rounds)))
    return rounds


def pair(seed, *names_and_number):
    key = pair_key(seed, *names_and_number)
    bot_seeds = [mac(seed.encode(), "nardy bot seed v1", *names_and_number, s)[:8].hex() for s in (0, 1)]
    return {
        "league_seed": seed,
        **dict(zip(("first", "second", "pair_no"), names_and_number)),
        "pair_key": key.hex(),
        "dice_commitment": hashlib.sha256(key).hexdigest(),
        "bot_seeds": bot_seeds,
        "starter": 0 if dice(key, "nardy starter v1")[0] <= 3 else 1,
        "roll_off": roll_off(key),
        "rolls": [[dice(key, "nardy roll v1", s, n) for n in range(24)] for s in (0, 1)],
    }


def skipped(key, position):
    """The first roll of seat 0 whose block has its first refused byte at this position."""
    for n in itertools.count():
        block = mac(key, "nardy roll v1", 0, n, 0)
        if [byte >= 252 for byte in block[: position + 1]] == [False] * position + [True]:
            roll = dice(key, "nardy roll v1", 0, n)
            return {"pair_key": key.hex(), "seat": 0, "n": n, "block": block.hex(), "roll": roll}


def stream(key, label, count):
    return {"pair_key": key.hex(), "label": label, "dice": dice(key, label, count=count)}


def fixture():
    key = pair_key(*PAIRS[0])
    return {
        "about": "dice derivation v1: written by protocol/spec/dice_fixtures.py, explained in protocol/spec/dice.md",
        "pairs": [pair(*case) for case in PAIRS],
        "skipped": [skipped(key, 0), skipped(key, 1)],
        "streams": [stream(key, "nardy starter v1", 200), stream(key, "nardy roll-off v1\n0", 200)],
    }


def pretty(value):
    text = json.dumps(value, ensure_ascii=False, indent=1)
    # A list of numbers reads better on one line.
    return re.sub(r"\[[\s\d,]+\]", lambda found: json.dumps(json.loads(found[0])), text) + "\n"


if __name__ == "__main__":
    text = pretty(fixture())
    if sys.argv[1:] == ["--check"]:
        sys.exit(None if TARGET.read_text("utf-8") == text else f"{TARGET.name} differs from the derivation")
    TARGET.write_text(text, "utf-8")
