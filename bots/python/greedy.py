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


def answer(message, lots):
    """The fields of the answer to a request, or None where there is nothing to answer."""
    if message["type"] == "hello":
        about = {"protocol": 1, "name": "greedy-python", "version": "1.0"}
        return dict(about, type="hello", rules=RULES, wants=["legal"])
    if message["type"] == "game":
        lots.seed(message["seed"])
        return {"type": "ready"}
    if message["type"] == "turn":
        short = message.get("head") is None  # the long games alone have one
        marks = [score(*play(message, moves), short) for moves in message["legal"]]
        best = max(marks)
        equals = [moves for moves, mark in zip(message["legal"], marks) if mark == best]
        return {"type": "move", "moves": lots.choice(equals)}
    return None


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    lots = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "quit":
            return
        reply = answer(message, lots)
        if reply:
            print(json.dumps(dict(reply, id=message["id"])), flush=True)


if __name__ == "__main__":
    main()
