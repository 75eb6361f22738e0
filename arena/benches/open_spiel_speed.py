#!/usr/bin/env python3
"""Compares the speed of `short` with OpenSpiel's backgammon, in one run.

usage: open_spiel_speed.py ARENA [POSITIONS]

ARENA is a release build; PyPI: open_spiel. Three comparisons, each on work that both sides do, with
the counts held against each other where there are any:

- turns: both list the legal turns of the same positions of random games;
- perft(2): both count the ends of two rolls from the start, the first one of the 15 openings;
- games: both play random games.

Read the ratios with care: no two engines are asked alike. OpenSpiel is a C++ core called from
Python. Its *actions* are the core's own answer, which for a double is the first of two decisions
alone; its *turns*, with their distinct ends, are joined in Python as in
`arena/tests/peers/open_spiel_short.py`, and most of their time is Python's. The arena's *core* is
what `ARENA perft` says of itself, with nothing around it; *text* is `ARENA legal`, with JSON both
ways and the start of its process; its *league* games are refereed games between two processes that
talk over pipes, written to a journal, against OpenSpiel's in one process that keeps nothing.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyspiel

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "peers"))
import open_spiel_short as peer

ROUNDS = 3
GAMES = 200


def best(work):
    """Seconds of the quickest of a few rounds, and what the work gave."""
    quickest, result = float("inf"), None
    for _ in range(ROUNDS):
        began = time.perf_counter()
        result = work()
        quickest = min(quickest, time.perf_counter() - began)
    return quickest, result


def run(*command, text=""):
    """What a command writes."""
    words = [str(word) for word in command]
    return subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout


def perft(arena, depth):
    """The arena's counts from the start and the times of its core."""
    return json.loads(run(arena, "perft", "--rules", "short", "--depth", depth, "--json"))


def compare_turns(arena, wanted):
    states = list(peer.positions(wanted, seed=2026))
    text = "".join(json.dumps(peer.asked(state)) + "\n" for state in states)

    def turns():
        return sum(len(peer.ends(state, state.current_player())[0]) for state in states)

    actions, _ = best(lambda: [state.clone().legal_actions() for state in states])
    joined, theirs = best(turns)
    legal, answer = best(lambda: run(arena, "legal", text=text))
    ours = sum(json.loads(line)["ends_count"] for line in answer.splitlines())
    assert ours == theirs, f"{ours} ends here, {theirs} there"
    counted = perft(arena, 3)
    print(f"turns: {ours} ends of {wanted} positions on both sides")
    show("lists", {
        "OpenSpiel, actions": wanted / actions,
        "OpenSpiel, turns": wanted / joined,
        "the arena, text": wanted / legal,
        "the arena, core": counted["lists"][-1] / counted["seconds"][-1],
    })


def rolled(state):
    """The states after each different roll as {dice: state}; OpenSpiel has most of them twice."""
    states = [state.child(outcome) for outcome, _ in state.chance_outcomes()]
    return {tuple(sorted(peer.asked(state)["dice"])): state for state in states}


def ends_of_two_rolls(state):
    """OpenSpiel's perft(2) after an opening, which is no double and so one decision."""
    mover = state.current_player()
    wanted, _ = peer.ends(state, mover)
    children = {tuple(peer.board(child, mover)): child for child in map(state.child, state.legal_actions())}
    nodes = [children[end] for end in wanted]
    later = [state for node in nodes for state in rolled(node).values()]
    return sum(len(peer.ends(state, state.current_player())[0]) for state in later)


def compare_perft(arena):
    counted = perft(arena, 2)
    ours = {tuple(sorted(row["dice"])): row["ends"][1] for row in counted["rolls"]}
    began = time.perf_counter()
    start = pyspiel.load_game("backgammon").new_initial_state()
    theirs = {dice: ends_of_two_rolls(state) for dice, state in rolled(start).items()}
    seconds = time.perf_counter() - began
    assert len(theirs) == 15 and all(ours[dice] == ends for dice, ends in theirs.items()), (ours, theirs)
    ends = sum(theirs.values())
    print(f"\nperft(2): {ends} ends after the 15 openings on both sides, {counted['totals'][1]} after all 21 rolls")
    show("ends", {
        "OpenSpiel, turns": ends / seconds,
        "the arena, core": counted["totals"][1] / counted["seconds"][1],
    })


def random_games():
    """Random games in OpenSpiel's core: its bots, called once a game."""
    game = pyspiel.load_game("backgammon")
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(2)]
    for seed in range(GAMES):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)


def compare_games(arena):
    theirs, _ = best(random_games)
    with tempfile.TemporaryDirectory() as folder:
        bots = ["builtin:random", "builtin:random", "--rules", "short", "--pairs", GAMES // 2]
        began = time.perf_counter()
        run(arena, "match", *bots, "--concurrency", 1, "--seed", 1, "--out", f"{folder}/out")
        ours = time.perf_counter() - began
    print(f"\ngames: {GAMES} random ones on each side")
    show("games", {"OpenSpiel, core": GAMES / theirs, "the arena, league": GAMES / ours})


def show(what, rates):
    first = next(iter(rates.values()))
    for name, rate in rates.items():
        print(f"  {name:20} {rate:14,.1f} {what}/s {rate / first:10.3f} times the first")


def main():
    arena = Path(sys.argv[1]).resolve()
    compare_turns(arena, int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    compare_perft(arena)
    compare_games(arena)


if __name__ == "__main__":
    main()
