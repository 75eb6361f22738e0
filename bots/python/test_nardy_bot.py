"""The library nardy_bot: what it answers, line by line."""

import io
import json
import subprocess
import sys
import unittest
from pathlib import Path

from nardy_bot import Answer, run

HELLO = {"type": "hello", "id": "h\"\\é", "protocol": 1, "arena": "0.1.0", "bot": "mine", "options": {}}
GAME = {"type": "game", "id": "g", "game": "1a", "rules": "long", "ruleset": {"head": "fsnr"},
        "opponent": "pips", "first": True, "roll_off": [[5, 4]], "seed": "89d4e8b2c5763b7f",
        "dice_commitment": "00", "clock": {"turn_ms": 1000, "bank_ms": 30000}}
BOARD = [0] * 11 + [-15] + [0] * 11 + [15]
TURN = {"type": "turn", "id": "t", "turn": 1, "dice": [6, 5], "board": BOARD, "bar": [0, 0],
        "off": [0, 0], "first_turn": True, "opponent_first_roll": None, "head": 1,
        "clock": {"turn_ms": 1000, "bank_ms": 30000}, "since": [],
        "legal": [[[24, 19], [19, 13]]], "x-new": {"type": "quit"}}
LEFTOVER = {key: value for key, value in TURN.items() if key not in ("dice", "head")}
LEFTOVER.update(leftover=[5, 6, 6], opponent_first_roll=[2, 2], legal_cut=True)
OTHERS = [{"type": "error", "code": "timeout", "message": "late"},
          {"type": "result", "game": "1a", "won": False, "kind": "forfeit", "points": 2,
           "reason": "timeout"}, {"type": "news"}]


def first(turn):
    return turn.legal[0]


def answers(choose, *messages):
    """What a bot writes when it is sent these messages."""
    out = io.StringIO()
    lines = [json.dumps(message) + "\n" for message in messages]
    run(choose, "mine", "2", stdin=io.StringIO("".join(lines)), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


class Conversation(unittest.TestCase):
    def test_each_request_gets_one_answer_with_its_id(self):
        said = answers(first, HELLO, GAME, TURN, *OTHERS, GAME, TURN)
        hello = {"type": "hello", "id": "h\"\\é", "protocol": 1, "name": "mine", "version": "2",
                 "rules": ["long", "long-classic", "long-app", "long-club", "gulbar", "short",
                           "short-east"], "wants": ["legal"]}
        played = [{"type": "ready", "id": "g"},
                  {"type": "move", "id": "t", "moves": [[24, 19], [19, 13]]}]
        self.assertEqual(said, [hello, *played, *played])

    def test_quit_ends_it_and_so_does_the_end_of_input(self):
        self.assertEqual(len(answers(first, HELLO, {"type": "quit"}, GAME)), 1)
        self.assertEqual(answers(first), [])

    def test_a_turn_has_what_the_message_has(self):
        turns = []
        answers(lambda turn: turns.append(turn) or turn.legal[0], GAME, TURN, LEFTOVER)
        roll, leftover = turns
        self.assertEqual((roll.dice, roll.leftover, roll.head), ((6, 5), (), 1))
        self.assertEqual((roll.board[23], roll.board[11], roll.bar, roll.off),
                         (15, -15, (0, 0), (0, 0)))
        self.assertEqual((roll.legal, roll.legal_cut), (([(24, 19), (19, 13)],), False))
        self.assertEqual((roll.turn_ms, roll.bank_ms, roll.number), (1000, 30000, 1))
        self.assertIsNone(roll.opponent_first_roll)
        self.assertEqual((leftover.dice, leftover.leftover), ((), (5, 6, 6)))
        self.assertEqual((leftover.head, leftover.legal_cut), (None, True))
        self.assertEqual(leftover.opponent_first_roll, (2, 2))
        self.assertEqual((roll.game.rules, roll.game.opponent, roll.game.first),
                         ("long", "pips", True))

    def test_lots_are_the_same_in_a_game_with_the_same_seed(self):
        drawn = []
        choose = lambda turn: drawn.append(turn.game.random.random()) or turn.legal[0]
        answers(choose, GAME, TURN, GAME, TURN, dict(GAME, seed="0"), TURN)
        self.assertEqual(drawn[0], drawn[1])
        self.assertNotEqual(drawn[0], drawn[2])

    def test_an_answer_may_carry_something_for_the_record(self):
        said = answers(lambda turn: Answer(turn.legal[0], {"equity": 0.5}), GAME, TURN)
        self.assertEqual(said[1]["info"], {"equity": 0.5})

    def test_a_turn_before_any_game_is_an_error(self):
        with self.assertRaises(ValueError):
            answers(first, TURN)


class Process(unittest.TestCase):
    BOT = "import nardy_bot\n" \
          "def choose(turn):\n print('thinking')\n return turn.legal[0]\n" \
          "nardy_bot.run(choose, 'mine')\n"

    def test_what_the_function_prints_is_no_answer(self):
        lines = "".join(json.dumps(message) + "\n" for message in (HELLO, GAME, TURN))
        ran = subprocess.run([sys.executable, "-c", self.BOT], input=lines.encode(),
                             cwd=Path(__file__).parent, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, check=True)
        kinds = [json.loads(line)["type"] for line in ran.stdout.splitlines()]
        self.assertEqual(kinds, ["hello", "ready", "move"])
        self.assertEqual(ran.stderr, b"thinking\n")

    def test_each_answer_is_flushed(self):
        with subprocess.Popen([sys.executable, "-c", self.BOT], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, cwd=Path(__file__).parent) as bot:
            bot.stdin.write((json.dumps(HELLO) + "\n").encode())
            bot.stdin.flush()
            # Comes while the input is still open, or never.
            self.assertEqual(json.loads(bot.stdout.readline())["type"], "hello")
            bot.stdin.close()
            self.assertEqual(bot.wait(), 0)


if __name__ == "__main__":
    unittest.main()
