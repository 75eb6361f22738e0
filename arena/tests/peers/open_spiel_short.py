#!/usr/bin/env python3
"""Compares the legal turns of `short` with OpenSpiel's backgammon, position by position.

usage: open_spiel_short.py ARENA [POSITIONS]

Plays random games in OpenSpiel (PyPI: open_spiel); in every position it collects the distinct
ends of all turns and asks `ARENA legal` for the same. OpenSpiel plays a double as two decisions
of two dice each; the ends here are those after both, of the turns that play most dice (R5).
"""

import json
import random
import re
import subprocess
import sys

import pyspiel

BAR, OFF = 25, 0
# OpenSpiel's own numbers for the bar and for a die that is not played.
ITS_BAR, ITS_PASS = 100, -1


def own_points(state, player):
    """Checkers of a player as {own point: count}; 24 is the farthest point, 25 the bar, 0 off."""
    points = {24 - place if player == 0 else place + 1: state.board(player, place) for place in range(24)}
    points[BAR] = state.board(player, ITS_BAR)
    points[OFF] = 15 - sum(points.values())
    return points


def board(state, mover):
    """The position as 28 numbers: points, bar and off, from the mover's view."""
    own, other = own_points(state, mover), own_points(state, 1 - mover)
    points = [own[p] - other[25 - p] for p in range(1, 25)]
    return points + [own[BAR], other[BAR], own[OFF], other[OFF]]


def said(state, what):
    """What the state's drawing says of its dice or its extra turn."""
    return re.search(what + r": (\d+)", str(state)).group(1)


def played(state, action):
    """How many checker moves an action makes."""
    moves = state.spiel_move_to_checker_moves(state.current_player(), action)
    return sum(move.pos != ITS_PASS for move in moves)


def ends(state, mover):
    """The distinct ends of all turns, and how many checker moves each makes."""
    found = {}
    for action in state.legal_actions():
        child = state.child(action)
        count = played(state, action)
        more = child.is_player_node() and child.current_player() == mover
        if more and not child.is_terminal():
            later, add = ends(child, mover)
            for end in later:
                found[end] = max(found.get(end, 0), count + later[end])
        else:
            end = tuple(board(child, mover))
            found[end] = max(found.get(end, 0), count)
    most = max(found.values())
    return {end: n for end, n in found.items() if n == most}, most


def positions(wanted, seed):
    """Decisions of random games: (state before the turn, mover, dice)."""
    game = pyspiel.load_game("backgammon")
    draw = random.Random(seed)
    state = game.new_initial_state()
    while wanted:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(draw.choices(outcomes, weights)[0])
        else:
            if said(state, "Extra turn") == "0":
                wanted -= 1
                yield state.clone()
            state.apply_action(draw.choice(state.legal_actions()))


def asked(state):
    """The state's decision as a line for `arena legal`."""
    at = board(state, state.current_player())
    dice = [int(face) for face in said(state, "Dice")]
    return {"rules": "short", "board": at[:24], "bar": at[24:26], "off": at[26:], "dice": dice}


def main():
    arena = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    lines, expected = [], []
    for state in positions(wanted, seed=2026):
        lines.append(json.dumps(asked(state)) + "\n")
        expected.append(sorted(ends(state, state.current_player())[0]))
    text = "".join(lines)
    answer = subprocess.run([arena, "legal"], input=text, capture_output=True, text=True, check=True)
    different = 0
    for line, wanted_ends, answered in zip(lines, expected, answer.stdout.splitlines()):
        got = [tuple(end) for end in json.loads(answered)["ends"]]
        if got != [tuple(end) for end in wanted_ends]:
            different += 1
            if different <= 5:
                print("differs:", line.strip())
                print("  only arena:     ", sorted(set(got) - set(wanted_ends))[:3])
                print("  only OpenSpiel: ", sorted(set(wanted_ends) - set(got))[:3])
    print(f"{len(lines) - different} passed, {different} failed")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
