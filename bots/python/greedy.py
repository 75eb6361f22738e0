#!/usr/bin/env python3
"""A bot that asks for the legal turns and takes the one that leaves the best position."""

import json
import random
import sys

RULES = ["long", "long-classic", "long-app", "long-club", "gulbar", "short", "short-east"]


def play(position, moves):
    """My checkers and his, {point: checkers}, after a turn; 25 is the bar, 0 is off."""
    mine = {point: max(n, 0) for point, n in enumerate(position["board"], 1)}
    his = {point: max(-n, 0) for point, n in enumerate(position["board"], 1)}
    mine[25], mine[0], his[25] = position["bar"][0], position["off"][0], position["bar"][1]
    for start, target in moves:
        mine[start] -= 1
        mine[target] += 1
        if his.get(target):  # only in the short games: a hit
            his[target] -= 1
            his[25] += 1
    return mine, his


def score(mine, his, short):
    """Points held are good, single checkers (short) and stragglers bad."""
    held = sum(1 for point in range(1, 25) if mine[point] >= (2 if short else 1))
    alone = sum(1 for point in range(1, 25) if short and mine[point] == 1)
    stragglers = sum(mine[point] for point in range(19, 25))
    return held + 2 * mine[0] + 2 * his[25] - alone - 0.5 * stragglers


def answer(message, state):
    """The fields of the answer to a request, or None where there is nothing to answer."""
    if message["type"] == "hello":
        about = {"protocol": 1, "name": "greedy-python", "version": "1.0"}
        return dict(about, type="hello", rules=RULES, wants=["legal"])
    if message["type"] == "game":
        state["random"] = random.Random(message["seed"])
        state["short"] = message["rules"].startswith("short")
        return {"type": "ready"}
    if message["type"] == "turn":
        marks = [score(*play(message, moves), state["short"]) for moves in message["legal"]]
        best = [moves for moves, mark in zip(message["legal"], marks) if mark == max(marks)]
        return {"type": "move", "moves": state["random"].choice(best)}
    return None


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    state = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        reply = answer(message, state)
        if reply:
            print(json.dumps(dict(reply, id=message["id"])), flush=True)


if __name__ == "__main__":
    main()
