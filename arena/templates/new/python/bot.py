"""A bot that plays nardy. Your idea goes into choose()."""

import json
import sys

RULES = ["long", "long-classic", "long-app", "long-club", "gulbar", "short", "short-east"]


def choose(turn):
    """The turn to play: one of turn["legal"], each a list of moves [from, to]."""
    return max(turn["legal"], key=lambda moves: sum(start == 24 for start, _ in moves))


def answer(message):
    """What to answer, without the id; None if nothing."""
    if message["type"] == "hello":
        about = {"protocol": 1, "name": "mine", "version": "0.1", "wants": ["legal"]}
        return {"type": "hello", "rules": RULES, **about}
    if message["type"] == "game":
        return {"type": "ready"}
    if message["type"] == "turn":
        return {"type": "move", "moves": choose(message)}
    return None  # error, result


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "quit":
        break
    reply = answer(request)
    if reply is not None:
        print(json.dumps({**reply, "id": request["id"]}), flush=True)
