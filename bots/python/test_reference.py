"""The move maker against the rules' worked cases: python3 -m unittest test_reference"""

import unittest

from nardy import legal_ends

LONG_GAMES = ["long", "long-classic", "long-app", "long-club", "gulbar"]


def position(rules, mine, his, dice, **more):
    """A position from {point: checkers}, both sides on *my* points; the rest is borne off."""
    board = [0] * 24
    for point, checkers in mine.items():
        board[point - 1] += checkers
    for point, checkers in his.items():
        board[point - 1] -= checkers
    bar = more.pop("bar", [0, 0])
    off = [15 - sum(mine.values()) - bar[0], 15 - sum(his.values()) - bar[1]]
    fields = {"rules": rules, "board": board, "bar": bar, "off": off, "dice": dice}
    return dict(fields, first_turn=False, opponent_first_roll=None, **more)


def opening(rules, dice, his=None, opponent_first_roll=None):
    """A side's first turn of a long game."""
    start = position(rules, {24: 15}, his or {12: 15}, dice)
    return dict(start, first_turn=True, opponent_first_roll=opponent_first_roll)


def mine(end):
    """Where my checkers stand at an end, {point: checkers}, the bar as 25, off as 0."""
    at = {point: end[point - 1] for point in range(1, 25) if end[point - 1] > 0}
    at.update({point: n for point, n in [(25, end[24]), (0, end[26])] if n})
    return at


def ends(case):
    """All ends of a position as far as my checkers go."""
    return [mine(end) for end in legal_ends(case)]


def dice_used(case):
    return {len(moves) for moves in legal_ends(case).values()}


class OpeningTurns(unittest.TestCase):
    def test_case_1_opening_threes_have_exactly_two_ends(self):
        for rules in ["long", "long-app", "long-club"]:
            self.assertCountEqual(
                ends(opening(rules, [3, 3])),
                [{24: 13, 21: 1, 15: 1}, {24: 13, 18: 2}],
            )

    def test_case_2_opening_sixes_move_two_checkers_one_step(self):
        case = opening("long", [6, 6])
        self.assertEqual(ends(case), [{24: 13, 18: 2}])
        self.assertEqual(dice_used(case), {2})

    def test_case_2_opening_fours_move_two_checkers_two_steps(self):
        case = opening("long", [4, 4])
        self.assertEqual(ends(case), [{24: 13, 16: 2}])
        self.assertEqual(dice_used(case), {4})

    def test_case_3_fours_after_his_fives(self):
        after_fives = {"his": {12: 14, 16: 1}, "opponent_first_roll": [5, 5]}
        self.assertEqual(ends(opening("long", [4, 4], **after_fives)), [{24: 14, 20: 1}])
        for rules in ["long-app", "long-classic"]:
            self.assertEqual(ends(opening(rules, [4, 4], **after_fives)), [{24: 13, 20: 2}])

    def test_case_3_six_two_after_his_fives(self):
        after_fives = {"his": {12: 14, 16: 1}, "opponent_first_roll": [5, 5]}
        classic = opening("long-classic", [6, 2], **after_fives)
        self.assertEqual(ends(classic), [{24: 13, 22: 1, 18: 1}])
        self.assertEqual(ends(opening("long", [6, 2], **after_fives)), [{24: 14, 18: 1}])

    def test_classic_fives_take_two_after_his_two_one_or_six_two(self):
        for first_roll, his_checker in [([2, 1], 9), ([6, 2], 4)]:
            his = {12: 14, his_checker: 1}
            case = opening("long-classic", [5, 5], his, opponent_first_roll=first_roll)
            self.assertEqual(dice_used(case), {4})
            self.assertTrue(all(end[24] == 13 for end in ends(case)))

    def test_first_player_may_take_two_only_on_threes_fours_and_sixes(self):
        for rules in ["long", "long-app", "long-classic"]:
            for large in range(1, 7):
                for small in range(1, large + 1):
                    least = min(end[24] for end in ends(opening(rules, [large, small])))
                    two = large == small and large in (3, 4, 6)
                    self.assertEqual(least, 13 if two else 14, (rules, large, small))

    def test_club_rules_allow_two_on_any_double(self):
        for die in range(1, 7):
            self.assertIn(13, [end[24] for end in ends(opening("long-club", [die, die]))])

    def test_one_checker_a_turn_leaves_the_head_later(self):
        case = position("long", {24: 15}, {12: 15}, [3, 3])
        self.assertEqual(ends(case), [{24: 14, 15: 1}])


class AllDice(unittest.TestCase):
    def test_case_4_both_dice_must_be_played_if_possible(self):
        # 22-16 leaves no 3: 16-13, 24-21 and 22-19 are closed. 16-10-7 plays both.
        his = {12: 11, 13: 1, 18: 1, 19: 1, 21: 1}
        case = position("long", {24: 13, 22: 1, 16: 1}, his, [6, 3])
        self.assertEqual(list(legal_ends(case).values()), [((16, 10), (10, 7))])

    def test_case_5_the_larger_die_must_be_played_if_only_one_can(self):
        # 18-15 and 18-16 are open, but nobody can go on from there; the head is closed in.
        case = position("long", {24: 14, 18: 1}, {12: 12, 13: 1, 21: 1, 22: 1}, [3, 2])
        self.assertEqual(list(legal_ends(case).values()), [((18, 15),)])

    def test_a_turn_without_a_legal_move_is_passed(self):
        case = position("long", {24: 15}, {12: 13, 21: 1, 22: 1}, [3, 2])
        self.assertEqual(list(legal_ends(case).values()), [()])

    def test_a_die_playable_only_by_an_illegal_block_is_unplayable(self):
        # The only five is 23-18, completing [13..18]; from there 18-13 opens it again.
        own = {23: 1, 17: 10, 16: 1, 15: 1, 14: 1, 13: 1}
        his = {12: 10, 11: 1, 10: 1, 9: 1, 8: 1, 7: 1}
        for rules in LONG_GAMES:
            fives = list(legal_ends(position(rules, own, his, [5, 5])).values())
            passing = ((23, 18), (18, 13))
            self.assertEqual(fives, [() if rules in ("long", "gulbar") else passing], rules)
            six_five = legal_ends(position(rules, own, his, [6, 5]))
            self.assertEqual(list(six_five.values()), [((23, 17),)], rules)



class Blocks(unittest.TestCase):
    SIX = range(19, 25)

    def holds(self, case, run):
        return any(all(end.get(point) for point in run) for end in ends(case))

    def test_case_6_six_at_the_start_need_one_of_his_in_front(self):
        own = {24: 11, 23: 1, 22: 1, 21: 1, 20: 1}
        for rules in LONG_GAMES:
            self.assertFalse(self.holds(position(rules, own, {12: 15}, [3, 2]), self.SIX), rules)
            passed = position(rules, own, {12: 14, 13: 1}, [3, 2])
            self.assertTrue(self.holds(passed, self.SIX), rules)

    def test_case_7_a_passing_block_is_illegal_only_where_every_move_is_checked(self):
        # 24-21 is closed, so the way to 15 is over 18, where [13..18] stands for a moment.
        own = {24: 10, 17: 1, 16: 1, 15: 1, 14: 1, 13: 1}
        for rules in LONG_GAMES:
            case = position(rules, own, {12: 14, 21: 1}, [6, 3])
            reached = {24: 9, 17: 1, 16: 1, 15: 2, 14: 1, 13: 1} in ends(case)
            self.assertEqual(reached, rules not in ("long", "gulbar"), rules)

    def test_a_run_over_my_end_and_start_counts(self):
        # 22, 23, 24 and 1, 2, 3 are his 10 to 15: six in a row on his path.
        own = {24: 9, 23: 1, 22: 1, 6: 1, 2: 1, 1: 2}
        run = [22, 23, 24, 1, 2, 3]
        for rules in ["long", "long-classic"]:
            self.assertFalse(self.holds(position(rules, own, {12: 15}, [3, 6]), run), rules)
            passed = position(rules, own, {12: 14, 21: 1}, [3, 6])
            self.assertTrue(self.holds(passed, run), rules)

    def test_a_run_over_his_start_and_end_does_not_count(self):
        # 10, 11, 12 are his 22 to 24 and 13, 14, 15 his 1 to 3: not connected for him.
        own = {24: 9, 16: 1, 14: 1, 13: 1, 12: 1, 11: 1, 10: 1}
        his = {9: 14, 23: 1}
        self.assertTrue(self.holds(position("long", own, his, [1, 6]), range(10, 16)))

    def test_each_of_two_runs_must_have_been_passed(self):
        # His foremost checker, on my 20, has passed [2..7], his 14 to 19, but not [13..18].
        own = {24: 4, 17: 1, 16: 1, 15: 1, 14: 1, 13: 1, **{point: 1 for point in range(2, 8)}}
        case = position("long", own, {12: 14, 20: 1}, [6, 1])
        self.assertTrue(self.holds(case, range(2, 8)))
        self.assertFalse(self.holds(case, range(13, 19)))

    def test_a_checker_borne_off_has_passed_every_block(self):
        own = {24: 11, 23: 1, 22: 1, 21: 1, 20: 1}
        self.assertTrue(self.holds(position("long", own, {12: 14}, [3, 2]), self.SIX))

    def test_club_rules_want_one_of_his_in_his_home(self):
        # [1..6] with his foremost checker on my 19, his 7: passed, but not at home.
        own = {7: 10, 5: 1, 4: 1, 3: 1, 2: 1, 1: 1}
        seven = position("long-club", own, {12: 14, 19: 1}, [1, 1])
        six = position("long-club", own, {12: 14, 18: 1}, [1, 1])
        self.assertFalse(self.holds(seven, range(1, 7)))
        self.assertTrue(self.holds(six, range(1, 7)))
        self.assertTrue(self.holds(dict(seven, rules="long"), range(1, 7)))


class BearingOff(unittest.TestCase):
    def test_case_8_a_larger_die_bears_off_from_the_highest_point(self):
        case = position("long", {4: 1, 2: 1}, {13: 15}, [6, 5])
        self.assertEqual(ends(case), [{0: 15}])

    def test_case_8_not_while_a_higher_one_is_held(self):
        # The 3 may not bear off from 2 while 6 is held; both dice are played 6-3, 6-off.
        case = position("long", {6: 2, 2: 1}, {13: 15}, [6, 3])
        self.assertEqual(ends(case), [{3: 1, 2: 1, 0: 13}])

    def test_the_last_checker_may_come_in_and_then_one_bears_off(self):
        case = position("long", {7: 1, 6: 2}, {13: 15}, [6, 1])
        self.assertCountEqual(ends(case), [{6: 2, 0: 13}, {6: 1, 5: 1, 1: 1, 0: 12}])

    def test_a_move_inside_the_home_is_allowed_instead(self):
        case = position("long", {6: 1, 1: 1}, {13: 15}, [5, 1])
        self.assertIn({1: 1, 0: 14}, ends(case))

    def test_the_game_ends_with_the_last_checker(self):
        case = position("long", {1: 1}, {13: 15}, [6, 6])
        self.assertEqual(dice_used(case), {1})


class Cascade(unittest.TestCase):
    def test_fives_are_followed_by_sixes_in_order(self):
        case = position("gulbar", {23: 4, 24: 11}, {12: 15}, [5, 5])
        for moves in legal_ends(case).values():
            steps = [start - target for start, target in moves]
            self.assertEqual(steps, [5, 5, 6, 6])

    def test_the_cascade_stops_at_the_first_move_that_cannot_be_played(self):
        # 23-17, 18-12 and 13-7 are closed: no six follows the fives.
        case = position("gulbar", {23: 15}, {12: 13, 17: 1, 7: 1}, [5, 5])
        self.assertCountEqual(ends(case), [{23: 13, 18: 2}, {23: 14, 13: 1}])
        # No four: the turn is passed, though 23-18 would be a five.
        case = position("gulbar", {23: 15}, {12: 14, 19: 1}, [4, 4])
        self.assertEqual(list(legal_ends(case).values()), [()])

    def test_a_leftover_is_played_in_order_with_one_from_the_head(self):
        case = position("gulbar", {24: 15}, {12: 15}, [5, 5], leftover=[5, 6, 6])
        moves = ((24, 19), (19, 13), (13, 7))
        self.assertEqual(list(legal_ends(case).values()), [moves])
        # Not his first turn: a second checker may not leave the head for the other six.
        sixes = dict(opening("gulbar", None), leftover=[6, 6])
        self.assertEqual(list(legal_ends(sixes).values()), [((24, 18),)])



class ShortGame(unittest.TestCase):
    def test_a_single_checker_is_hit_and_two_close_the_point(self):
        case = position("short", {8: 1, 1: 14}, {5: 1, 2: 2}, [3, 3])
        (end, moves), = legal_ends(case).items()
        self.assertEqual((moves, end[25]), (((8, 5),), 1))

    def test_checkers_on_the_bar_enter_first(self):
        case = position("short", {6: 13}, {19: 2}, [6, 2], bar=[2, 0])
        self.assertEqual(ends(case), [{25: 1, 23: 1, 6: 13}])

    def test_a_hit_checker_enters_on_25_less_the_die(self):
        case = position("short", {6: 14}, {21: 1}, [4, 4], bar=[1, 0])
        self.assertTrue(all((25, 21) == moves[0] for moves in legal_ends(case).values()))


class EasternShortGame(unittest.TestCase):
    def test_a_checker_that_hit_at_home_does_not_go_on_to_two_of_mine(self):
        case = position("short-east", {8: 1, 2: 12, 1: 2}, {5: 1, 24: 2}, [3, 3])
        self.assertEqual(ends(case), [{5: 1, 2: 12, 1: 2}])
        self.assertEqual(ends(dict(case, rules="short")), [{2: 11, 1: 2, 0: 2}])

    def test_a_checker_that_hit_goes_on_if_one_of_mine_stands_alone_in_the_end(self):
        case = position("short-east", {8: 1, 1: 14}, {5: 1, 24: 2}, [3, 1])
        self.assertIn({4: 1, 1: 14}, ends(case))

    def test_others_may_join_a_checker_that_hit(self):
        # 8-5, 8-5, 5-2 leaves one of the two on 5; with 5-2 again none would stand alone.
        case = position("short-east", {8: 2, 1: 13}, {5: 1, 24: 2}, [3, 3])
        self.assertEqual(ends(case), [{5: 1, 2: 1, 1: 13}])
        self.assertEqual(ends(dict(case, rules="short")), [{2: 2, 1: 13}])

    def test_having_moved_on_it_is_free_again(self):
        case = position("short-east", {6: 1, 3: 2, 2: 1, 1: 11}, {5: 1, 24: 2}, [1, 1])
        self.assertIn(((6, 5), (5, 4), (4, 3)), [m[:3] for m in legal_ends(case).values()])

    def test_the_last_checker_comes_home_with_the_larger_die(self):
        case = position("short-east", {8: 1, 5: 2, 1: 12}, {24: 2}, [5, 2])
        larger = [{5: 1, 3: 2, 1: 12}, {5: 2, 1: 13}]
        self.assertCountEqual(ends(case), larger)
        smaller = [{6: 1, 5: 1, 1: 12, 0: 1}]
        self.assertCountEqual(ends(dict(case, rules="short")), larger + smaller)

    def test_the_smaller_die_brings_it_home_if_the_larger_is_closed(self):
        case = position("short-east", {8: 1, 5: 2, 1: 12}, {3: 2}, [5, 2])
        self.assertCountEqual(ends(case), [{6: 1, 5: 1, 1: 12, 0: 1}, {5: 2, 1: 13}])



if __name__ == "__main__":
    unittest.main()
