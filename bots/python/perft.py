#!/usr/bin/env python3
"""Counts the ends of all turns, ply by ply, from the start: python3 perft.py [RULES] [DEPTH]

A ply is one roll: each of the 21 different rolls counts once, a pass is one end, equal ends of
different rolls or earlier turns count each. What is left of a cascade (R12) is no ply: where
there is one, the opponent plays it in every way he can before his roll. Nothing follows a won
game.

It prints what `arena perft --json` prints, without position and times. Two programs that count the
same agree on the rules as far as they have looked.
"""

import json
import sys
from functools import lru_cache

from nardy import HIS_OFF, MY_OFF, RULESETS, dice_plans, legal_ends

ROLLS = [(large, small) for large in range(1, 7) for small in range(1, large + 1)]
EMPTY = (0,) * 24
STARTS = {  # R1; mine on my points, his on mine
    "same": EMPTY[:11] + (-15,) + EMPTY[:11] + (15,) + (0, 0, 0, 0),
    "opposite": (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2)
    + (0, 0, 0, 0),
}


def main(rules="long", depth="2"):
    start = STARTS[RULESETS[rules]["geometry"]]
    depths = range(1, int(depth) + 1)
    rolls = [
        {"dice": dice, "ends": [count(rules, start, (None, None), dice, n) for n in depths]}
        for dice in ROLLS
    ]
    totals = [sum(roll["ends"][n - 1] for roll in rolls) for n in depths]
    print(json.dumps({"rules": rules, "totals": totals, "rolls": rolls}, separators=(",", ":")))


@lru_cache(maxsize=None)
def count_all(rules, place, first_rolls, depth):
    return sum(count(rules, place, first_rolls, dice, depth) for dice in ROLLS)


def count(rules, place, first_rolls, dice, depth):
    """The ends after `depth` plies, of which `dice` are the first.

    `first_rolls` are what the side to move and the other one rolled first, None for none yet.
    """
    position = as_position(rules, place, dice=dice)
    position.update(first_turn=first_rolls[0] is None, opponent_first_roll=first_rolls[1])
    ends = legal_ends(position)
    if depth == 1:
        return len(ends)
    later = (first_rolls[1], first_rolls[0] or dice)
    return sum(
        count_all(rules, his_place, later, depth - 1)
        for end, moves in ends.items()
        if end[MY_OFF] < 15  # R6
        for his_place in after_leftover(rules, flipped(rules, end), dice, len(moves))
    )


def after_leftover(rules, place, dice, played):
    """R12: where the side to move can stand once it has played what the other one left."""
    rest = []
    if dice[0] == dice[1] and RULESETS[rules]["doubles"] == "cascade":
        rest = dice_plans(RULESETS[rules], {"dice": dice})[0][played:]
    if not rest:
        return [place]
    ends = legal_ends(as_position(rules, place, leftover=rest))
    return [end for end in ends if end[MY_OFF] < 15]


def as_position(rules, place, **more):
    return dict(rules=rules, board=place[:24], bar=place[24:26], off=place[26:], **more)


def flipped(rules, place):
    """R2: the same place seen by the other side."""
    points = place[12:24] + place[:12]
    if RULESETS[rules]["geometry"] == "opposite":
        points = place[23::-1]
    return tuple(-n for n in points) + (place[25], place[24], place[HIS_OFF], place[MY_OFF])


if __name__ == "__main__":
    main(*sys.argv[1:])
