"""A bot for the nardy arena as one function from a turn to moves.

    from nardy_bot import run

    def choose(turn):
        return max(turn.legal, key=lambda moves: sum(start == 24 for start, _ in moves))

    run(choose, name="mine")

The library speaks protocol 1: it answers the arena, repeats ids, flushes each line, and leaves
when it is told to. What the function prints goes to stderr, so that it is no answer by mistake.
"""

import contextlib
import json
import random
import sys
from dataclasses import dataclass
from typing import (
    Any, Callable, Dict, IO, List, Mapping, Optional, Sequence, Tuple, cast
)

__all__ = ["Answer", "Game", "Move", "Moves", "RULES", "Turn", "run"]

#: One checker moved by one die: from and to. 25 is the bar, 0 is off the board.
Move = Tuple[int, int]

#: The moves of a turn in the order of play.
Moves = List[Move]

#: The rulesets that the arena has.
RULES = ("long", "long-classic", "long-app", "long-club", "gulbar", "short", "short-east")


@dataclass(frozen=True)
class Game:
    """What the bot was told when its game began."""

    id: str
    rules: str
    #: The ruleset's parameters, see protocol/spec/rules.md.
    ruleset: Mapping[str, Any]
    opponent: str
    #: Whether the bot plays the first turn.
    first: bool
    #: Draw lots from this alone: with the game's seed, it can be played again.
    random: random.Random


@dataclass(frozen=True)
class Turn:
    """A turn that is asked for. Points are numbered from the bot's own side, its numbers first."""

    game: Game
    #: The turn's number in the game, from 1.
    number: int
    #: The roll; empty where the rest of the opponent's cascade is to be played.
    dice: Tuple[int, ...]
    #: The rest of the opponent's cascade (R12), or empty.
    leftover: Tuple[int, ...]
    #: ``board[i]`` is point i + 1: positive own checkers, negative the opponent's.
    board: Tuple[int, ...]
    bar: Tuple[int, int]
    off: Tuple[int, int]
    first_turn: bool
    opponent_first_roll: Optional[Tuple[int, int]]
    #: How many checkers may leave the head; None in the short games.
    head: Optional[int]
    #: Milliseconds for this turn, and in the bank for turns that take longer.
    turn_ms: int
    bank_ms: int
    #: Every turn there is: one for each position in which it can end.
    legal: Tuple[Moves, ...]
    #: Whether there are more than are listed.
    legal_cut: bool
    #: The message as it came.
    message: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """Moves with something for the game's record: an equity, a remark."""

    moves: Sequence[Sequence[int]]
    info: Any = None


def run(
    choose: Callable[[Turn], Any],
    name: str,
    version: str = "",
    rules: Sequence[str] = RULES,
    stdin: Optional[IO[str]] = None,
    stdout: Optional[IO[str]] = None,
) -> None:
    """Answers the arena until it says goodbye.

    ``choose`` is given each turn and returns its moves, one of ``turn.legal`` or any other legal
    turn, or an ``Answer``. An exception of its own ends the bot with its traceback on stderr.
    """
    lines = stdin if stdin is not None else _utf8(sys.stdin)
    out = stdout if stdout is not None else _utf8(sys.stdout)
    about = {"protocol": 1, "name": name, "version": version, "rules": list(rules)}
    game: Optional[Game] = None
    for line in lines:
        if not line.strip():
            continue
        message: Dict[str, Any] = json.loads(line)
        kind = message.get("type")
        if kind == "quit":
            return
        if kind == "hello":
            reply = dict(about, type="hello", wants=["legal"])
        elif kind == "game":
            game = _game(message)
            reply = {"type": "ready"}
        elif kind == "turn":
            if game is None:
                raise ValueError("a turn was asked for before any game")
            reply = _played(choose, _turn(message, game))
        else:
            continue  # error, result, and what a later arena may add
        print(json.dumps(dict(reply, id=message["id"])), file=out, flush=True)


def _utf8(stream: Any) -> IO[str]:
    """The standard stream in the protocol's encoding, whatever the machine's is."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8")
    return cast("IO[str]", stream)


def _played(choose: Callable[[Turn], Any], turn: Turn) -> Dict[str, Any]:
    with contextlib.redirect_stdout(sys.stderr):
        answer = choose(turn)
    if not isinstance(answer, Answer):
        answer = Answer(answer)
    reply: Dict[str, Any] = {"type": "move", "moves": [list(move) for move in answer.moves]}
    if answer.info is not None:
        reply["info"] = answer.info
    return reply


def _game(message: Mapping[str, Any]) -> Game:
    return Game(
        id=message["game"],
        rules=message["rules"],
        ruleset=message["ruleset"],
        opponent=message["opponent"],
        first=message["first"],
        random=random.Random(message["seed"]),
    )


def _turn(message: Mapping[str, Any], game: Game) -> Turn:
    first_roll = message["opponent_first_roll"]
    return Turn(
        game=game,
        number=message["turn"],
        dice=tuple(message.get("dice", ())),
        leftover=tuple(message.get("leftover", ())),
        board=tuple(message["board"]),
        bar=(message["bar"][0], message["bar"][1]),
        off=(message["off"][0], message["off"][1]),
        first_turn=message["first_turn"],
        opponent_first_roll=(first_roll[0], first_roll[1]) if first_roll else None,
        head=message.get("head"),
        turn_ms=message["clock"]["turn_ms"],
        bank_ms=message["clock"]["bank_ms"],
        legal=tuple([(start, end) for start, end in moves] for moves in message["legal"]),
        legal_cut=message.get("legal_cut", False),
        message=message,
    )
