#!/usr/bin/env python3
"""A bot that makes its own legal turns with `nardy.py` and plays the one it likes best."""

import json
import sys

from nardy import HIS_BAR, HOME, MY_OFF, RULESETS, legal_ends, ruleset

MOST = 2000  # states followed from die to die: a second at most, where a cascade has a million


def choose(position):
    """The moves to the best of the legal ends; the first of equals, so that games repeat."""
    short = ruleset(position)["geometry"] == "opposite"
    ends = legal_ends(position, most=MOST)
    return ends[max(sorted(ends), key=short_score if short else long_score)]


def long_score(place):
    """Hold many points, close together on his way, and leave no checker behind."""
    path = place[12:24] + place[:12]  # the way he goes, from his point 1 to his 24
    rear = max((index for index in range(24) if path[index] < 0), default=0)
    walls = sum(length * length for length in runs(path[:rear], 1))
    held = sum(1 for checkers in place[:23] if checkers > 0)
    return held + 0.1 * walls - 0.7 * max(place[23], 0) + 2 * place[MY_OFF]


def short_score(place):
    """Make points, hit, and leave few checkers alone where he can still hit them."""
    rear = 0 if place[HIS_BAR] else min((i for i in range(24) if place[i] < 0), default=24)
    alone = sum(1 for checkers in place[rear:24] if checkers == 1)
    made = sum(1 for checkers in place[:24] if checkers >= 2)
    walls = sum(length * length for length in runs(place[rear:24], 2))
    home = sum(checkers for checkers in place[:HOME] if checkers > 0)
    score = made + 0.1 * walls - 1.2 * alone + 1.5 * place[HIS_BAR]
    return score + 0.2 * home + 2 * place[MY_OFF]


def runs(points, least):
    """How long the runs of points with at least so many of my checkers are."""
    lengths = [0]
    for checkers in points:
        if checkers >= least:
            lengths[-1] += 1
        else:
            lengths.append(0)
    return lengths


def answer(message, game):
    """The fields of the answer to a request, or None where there is nothing to answer."""
    if message["type"] == "hello":
        about = {"protocol": 1, "name": "reference-python", "version": "1.0"}
        return dict(about, type="hello", rules=list(RULESETS), wants=[])
    if message["type"] == "game":
        game.update(rules=message["rules"], ruleset=message.get("ruleset"))
        return {"type": "ready"}
    if message["type"] == "turn":
        return {"type": "move", "moves": choose(dict(message, **game))}
    return None


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    game = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        reply = answer(message, game)
        if reply:
            print(json.dumps(dict(reply, id=message["id"])), flush=True)


if __name__ == "__main__":
    main()
