"""The bot with GNU Backgammon: python3 -m unittest test_gnubg

Without gnubg only the translation is tested, and the rest is skipped.
"""

import contextlib
import json
import os
import random
import subprocess
import sys
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "python")]

from gnubg import Gnubg, Trouble, checker_moves, fibs_line, find_program, legal_turn, settings
from nardy import legal_ends

START = {24: 2, 13: 5, 8: 3, 6: 5}
try:
    find_program({})
    HAS_GNUBG = True
except Trouble:
    HAS_GNUBG = False
needs_gnubg = unittest.skipUnless(HAS_GNUBG, "GNU Backgammon is not installed")


def started(options):
    """A running gnubg, its remarks left out of the test's."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
        return Gnubg(options)


def position(mine, his, dice, bar=(0, 0)):
    """A turn of `short`, with its legal turns. Both sides as {point: checkers}, each by its
    own points; what is neither there nor on the bar is borne off."""
    board = [0] * 24
    for point, checkers in mine.items():
        board[point - 1] += checkers
    for point, checkers in his.items():
        board[24 - point] -= checkers
    off = [15 - sum(mine.values()) - bar[0], 15 - sum(his.values()) - bar[1]]
    return turn({"board": board, "bar": list(bar), "off": off}, dice)


def turn(place, dice):
    case = dict(place, rules="short", dice=list(dice))
    turns = sorted(legal_ends(case).items())
    return dict(case, legal=[[list(move) for move in moves] for _, moves in turns])


def after(case, moves):
    """The place after one of the listed turns, as the other side sees it."""
    index = [tuple(map(tuple, listed)) for listed in case["legal"]].index(tuple(map(tuple, moves)))
    end = sorted(legal_ends(case))[index]
    return {
        "board": [-checkers for checkers in reversed(end[:24])],
        "bar": [end[25], end[24]],
        "off": [end[27], end[26]],
    }


def game(players, lots):
    """A game of `short`, yielding each turn as (side, request, moves); `nardy.py` referees."""
    place = {key: position(START, START, [3, 1])[key] for key in ["board", "bar", "off"]}
    side, dice = 0, lots.sample(range(1, 7), 2)
    while place["off"][1] < 15:  # the side that has just moved is the other one now
        request = turn(place, dice)
        moves = players[side](request) if request["legal"] != [[]] else []
        yield side, request, moves
        place = after(request, moves)
        side, dice = 1 - side, [lots.randint(1, 6), lots.randint(1, 6)]


class Translation(unittest.TestCase):
    def test_every_way_gnubg_writes_a_turn_is_read(self):
        table = [
            ("8/5 6/5", [[8, 5], [6, 5]]),
            ("8/5* 6/5", [[8, 5], [6, 5]]),
            ("25/20 6/0", [[25, 20], [6, 0]]),
            ("bar/20 6/off", [[25, 20], [6, 0]]),
            ("24/13", [[24, 13]]),
            ("8/4*/3", [[8, 4], [4, 3]]),
            ("bar/24*/18*/off", [[25, 24], [24, 18], [18, 0]]),
            ("6/off(2)", [[6, 0], [6, 0]]),
            ("13/11*(2) 6/4(2)", [[13, 11], [13, 11], [6, 4], [6, 4]]),
            ("24/22*/20(2)", [[24, 22], [22, 20], [24, 22], [22, 20]]),
            ("6/5(4)", [[6, 5]] * 4),
        ]
        for text, moves in table:
            self.assertEqual(checker_moves(text), moves, text)

    def test_what_is_no_turn_is_refused(self):
        for text in ["take", "Error: syntax error", "8", "8/", "/5", "8/26", "30/24", "8/5(9)"]:
            with self.assertRaises(Trouble, msg=text):
                checker_moves(text)

    def test_a_turn_is_found_by_where_it_ends(self):
        case = position(START, START, [6, 5])
        self.assertCountEqual(legal_turn(case, "24/13"), [[24, 18], [18, 13]])
        case = position({6: 2, 5: 2}, {6: 5}, [6, 6])
        self.assertEqual(legal_turn(case, "6/off(2) 5/off(2)"), [[6, 0], [6, 0], [5, 0], [5, 0]])

    def test_a_hit_on_the_way_is_another_turn_than_passing_by(self):
        # his two checkers stand alone on my 23 and 22: each order of 2-1 hits another one
        case = position({24: 1}, {2: 1, 3: 1}, [2, 1])
        self.assertEqual(legal_turn(case, "24/23*/21"), [[24, 23], [23, 21]])
        self.assertEqual(legal_turn(case, "24/22*/21"), [[24, 22], [22, 21]])

    def test_an_illegal_turn_is_refused_with_the_position(self):
        case = position(START, START, [6, 5])
        with self.assertRaisesRegex(Trouble, "8/5 6/5.*not legal.*board:"):
            legal_turn(case, "8/5 6/5")

    def test_a_position_is_written_in_the_fields_of_fibs(self):
        case = position({24: 1, 6: 11}, {6: 12}, [4, 2], bar=(2, 1))
        fields = fibs_line(case).split(":")
        self.assertEqual(fields[:6], ["board", "me", "he", "0", "0", "0"])
        points = [-1] + [0] * 5 + [11] + [0] * 12 + [-12] + [0] * 4 + [1] + [2]
        self.assertEqual(list(map(int, fields[6:32])), points)
        self.assertEqual(fields[32:35], ["1", "4", "2"])
        self.assertEqual(fields[45:49], ["1", "2", "2", "1"])  # borne off, on the bar

    def test_options_become_commands(self):
        commands = settings({"plies": 2, "noise": 0.015})
        self.assertIn("set evaluation chequerplay evaluation plies 2", commands)
        self.assertIn("set evaluation chequerplay evaluation noise 0.015000", commands)

    def test_bad_options_are_refused_by_name(self):
        for options in [
            {"plies": -1},
            {"plies": 8},
            {"plies": True},
            {"plies": "2"},
            {"noise": 1.5},
            {"noise": float("nan")},
            {"ply": 1},
        ]:
            with self.assertRaisesRegex(Trouble, f"`{next(iter(options))}`"):
                settings(options)

    def test_a_missing_program_is_named(self):
        for program in ["no-such-gnubg", 7]:
            with self.assertRaisesRegex(Trouble, f"{program}.*apt-get install gnubg"):
                find_program({"program": program})


@needs_gnubg
class Play(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gnubg = started({})
        cls.addClassCleanup(cls.gnubg.stop)

    def turn_of_gnubg(self, request):
        return legal_turn(request, self.gnubg.ask(fibs_line(request)))

    def test_the_best_known_openings_are_played(self):
        for dice, moves in [
            ([3, 1], [[8, 5], [6, 5]]),
            ([4, 2], [[8, 4], [6, 4]]),
            ([6, 1], [[13, 7], [8, 7]]),
            ([6, 5], [[24, 18], [18, 13]]),
        ]:
            self.assertCountEqual(self.turn_of_gnubg(position(START, START, dice)), moves)

    def test_every_turn_of_games_against_random_is_legal_and_gnubg_wins_them(self):
        # `legal_turn` and `after` take none but turns of the list
        for seed in range(5):
            lots = random.Random(seed)
            players = [self.turn_of_gnubg, lambda request: lots.choice(request["legal"])]
            turns = list(game(players, lots))
            self.assertGreater(len([side for side, _, moves in turns if side == 0 and moves]), 12)
            self.assertEqual(turns[-1][0], 0, f"seed {seed}")

    def test_a_koks_counts_three_a_mars_two_and_an_oin_one(self):
        # one checker on 1 and mine to roll: the game is won at once, and only his place counts
        for his, bar, points in [
            ({6: 14}, (0, 1), 3),
            ({20: 1, 6: 14}, (0, 0), 3),
            ({13: 1, 6: 14}, (0, 0), 2),
            ({6: 14}, (0, 0), 1),
        ]:
            line = fibs_line(position({1: 1}, his, [1, 1], bar))
            chances = self.gnubg.ask(f"evaluation fibsboard {line}").split()
            self.assertAlmostEqual(float(chances[-1]), points, delta=0.01)

    def test_noise_changes_the_play_but_not_from_one_time_to_the_next(self):
        rolls = [[a, b] for a in range(1, 7) for b in range(1, a)]
        asked = [fibs_line(position(START, START, dice)) for dice in rolls]
        noisy = []
        for _ in range(2):
            engine = started({"noise": 0.3})
            self.addCleanup(engine.stop)
            noisy.append([engine.ask(line) for line in asked])
        self.assertEqual(noisy[0], noisy[1])
        self.assertNotEqual(noisy[0], [self.gnubg.ask(line) for line in asked])

    def test_a_gnubg_that_dies_is_reported(self):
        engine = started({})
        engine.stop()
        with self.assertRaisesRegex(Trouble, "gone"):
            engine.ask(fibs_line(position(START, START, [3, 1])))

    def test_a_program_that_is_not_gnubg_is_reported(self):
        with self.assertRaisesRegex(Trouble, "/true does not start as gnubg: "):
            started({"program": "true"})


@needs_gnubg
class Conversation(unittest.TestCase):
    """The bot as the arena runs it. gnubg holds the bot's stderr, so the end of stderr is
    the end of gnubg, too."""

    def setUp(self):
        self.bot = subprocess.Popen(
            [sys.executable, os.path.join(FOLDER, "gnubg.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "TMPDIR": os.environ.get("TMPDIR", "/tmp")},
            universal_newlines=True,
        )
        self.addCleanup(self.bot.kill)

    def ask(self, **request):
        self.bot.stdin.write(json.dumps(request) + "\n")
        self.bot.stdin.flush()
        return json.loads(self.bot.stdout.readline())

    def begin(self, **options):
        return self.ask(type="hello", id="h", protocol=1, arena="0", bot="gnubg", options=options)

    def test_a_turn_is_answered_and_quit_ends_bot_and_gnubg(self):
        hello = self.begin()
        self.assertEqual((hello["rules"], hello["wants"]), (["short"], ["legal"]))
        self.assertEqual(self.ask(type="game", id="g"), {"type": "ready", "id": "g"})
        move = self.ask(type="turn", id="t", **position(START, START, [3, 1]))
        self.assertEqual((move["type"], move["id"]), ("move", "t"))
        self.assertCountEqual(move["moves"], [[8, 5], [6, 5]])
        self.assertEqual(self.bot.communicate('{"type":"quit"}\n', timeout=10)[0], "")
        self.assertEqual(self.bot.returncode, 0)

    def test_the_end_of_input_ends_bot_and_gnubg(self):
        self.begin()
        self.bot.communicate(timeout=10)
        self.assertEqual(self.bot.returncode, 0)

    def test_gnubg_leaves_when_the_bot_is_killed(self):
        self.begin()
        self.bot.kill()
        self.bot.communicate(timeout=10)

    def test_gnubg_takes_the_options(self):
        self.begin(plies=1, noise=0.06)
        remarks = self.bot.communicate(timeout=10)[1]
        self.assertIn("will use 1 ply evaluation", remarks)
        self.assertIn("noise with standard deviation 0.06", remarks)

    def test_a_bad_option_ends_the_bot_with_its_name(self):
        self.bot.stdin.write('{"type":"hello","id":"h","options":{"plies":99}}\n')
        said, remarks = self.bot.communicate(timeout=10)
        self.assertEqual((said, self.bot.returncode), ("", 1))
        self.assertIn("gnubg.py: option `plies` must be an integer from 0 to 7", remarks)


if __name__ == "__main__":
    unittest.main()
