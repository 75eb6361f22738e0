"""The legal turns of nardy, made straight from the rules R1-R16.

`legal_ends(position)` is the whole interface. It is written to be read next to the rules:
one short function a rule, no cleverness. Everything is seen by the side to move.

A *place* is where all checkers stand, 28 numbers: points 1 to 24 (positive my checkers,
negative his), my bar, his bar, mine borne off, his borne off.
A *move* is (from, to): one checker, one die; 25 is the bar, 0 is off.
A *state* is (place, hitters, moved_on); the last two serve R15 alone: the points of my
checkers that hit in my home this turn, and whether one of them has moved on.
"""

MY_BAR, HIS_BAR, MY_OFF, HIS_OFF = 24, 25, 26, 27  # where a place keeps them
BAR, OFF, HEAD, HOME = 25, 0, 24, 6  # as points: 25 is the bar, 0 is off, home is 6 to 1

LONG = {
    "geometry": "same",  # R2: both sides travel the same way round; R9: no landing, no hitting
    "head": "fsnr",  # R10: fsnr, three, double, blocked, a dict of rolls, or None
    "block": "passed",  # R11: passed, home or None
    "block_checked": "every_move",  # R11: every_move or turn_end
    "doubles": "four",  # R4, R12: four or cascade
    "eastern": False,  # R15, R16
}
SHORT = dict(LONG, geometry="opposite", head=None, block=None)

RULESETS = {
    "long": LONG,
    "long-classic": dict(LONG, head="blocked", block_checked="turn_end"),
    "long-app": dict(LONG, head="three", block_checked="turn_end"),
    "long-club": dict(LONG, head="double", block="home", block_checked="turn_end"),
    "gulbar": dict(LONG, doubles="cascade"),
    "short": SHORT,
    "short-east": dict(SHORT, eastern=True),
}


def legal_ends(position, most=None):
    """All places a legal turn can end in, each with one sequence of moves that leads there.

    `position` has the fields of a `turn` message and `rules`. If there is no legal move,
    the only end is the position itself, with an empty sequence: the turn is passed.

    A cascade can have a million ends. With `most`, only so many states are followed from
    one die to the next, as long as that still finds turns that play all the dice: these
    are legal, whatever else there is (R5).
    """
    turn = Turn(position)
    if most is not None:
        some = best_ends(turn, most)
        if len(next(iter(some.values()))) == len(turn.plans[0]):
            return some
    return best_ends(turn, None)


def best_ends(turn, most):
    """R5: the ends of the turns that use as many dice as possible."""
    plans = [levels(turn, plan, most) for plan in turn.plans]
    for used in range(max(map(len, plans)) - 1, 0, -1):
        ends = [legal_at(turn, plan, used) for plan in plans]
        if used == 1 and ends[0]:
            return ends[0]  # one of two dice: the larger, which the first plan starts with
        if any(ends):
            return {place: moves for part in ends for place, moves in part.items()}
    return {turn.start: ()}


class Turn:
    """What does not change while a turn is played."""

    def __init__(self, position):
        self.rules = ruleset(position)
        self.start = tuple(position["board"]) + tuple(position["bar"]) + tuple(position["off"])
        self.plans = dice_plans(self.rules, position)
        self.head = head_limit(self, position)
        self.home_die = home_die(self, position)


def ruleset(position):
    """The parameters `rules` stands for; an unknown id brings them along as `ruleset`."""
    if position["rules"] in RULESETS:
        return RULESETS[position["rules"]]
    given = position["ruleset"]
    base = RULESETS[given.get("base", "long")]
    return dict(base, **{key: given[key] for key in base if key in given})


def dice_plans(rules, position):
    """R4, R12: the orders in which the dice may be played. As many as possible of one of
    them are used; with two different dice the first plan begins with the larger."""
    if position.get("leftover"):
        return [list(position["leftover"])]
    small, large = sorted(position["dice"])
    if small != large:
        return [[large, small], [small, large]]
    if rules["doubles"] == "cascade":
        return [[die for die in range(small, 7) for _ in range(2)]]
    return [[small] * 4]


def head_limit(turn, position):
    """R10: how many checkers may leave the head this turn; None where there is no head."""
    policy = turn.rules["head"]
    if policy is None:
        return None
    if position.get("leftover") or not position.get("first_turn"):
        return 1
    small, large = sorted(position["dice"])
    three = small == large and small in (3, 4, 6)
    if isinstance(policy, dict):
        return 2 if on_listed_roll(policy, position) else 1
    if policy == "three":
        two = three
    elif policy == "fsnr":
        after_fives = list(position.get("opponent_first_roll") or []) == [5, 5]
        two = three and not (small == 4 and after_fives)
    elif policy == "double":
        two = small == large
    else:  # blocked
        two = not any(head_checker_can_walk(turn, plan) for plan in turn.plans)
    return 2 if two else 1


def on_listed_roll(policy, position):
    """R10 for a policy that no name stands for: whether its rolls let two leave."""
    roll, his = sorted(position["dice"]), sorted(position.get("opponent_first_roll") or [])
    taken_back = [sorted(one) for one in policy.get("but_one_after") or []] == [his, roll]
    return not taken_back and roll in [sorted(one) for one in policy["two_on"]]


def head_checker_can_walk(turn, plan):
    """Whether one checker from the head can play all the dice of `plan` alone."""
    point = HEAD
    for die in plan:
        point -= die
        if point < 1 or not is_open(turn.rules, turn.start, point):
            return False
    return True


def home_die(turn, position):
    """R16: the die with which alone my last checker may enter home this turn, or None."""
    if not turn.rules["eastern"] or position.get("leftover"):
        return None
    place, (small, large) = turn.start, sorted(position["dice"])
    outside = [point for point in range(HOME + 1, 25) if place[point - 1] > 0]
    if place[MY_BAR] or small == large or [place[point - 1] for point in outside] != [1]:
        return None
    target = outside[0] - large
    return large if 1 <= target <= HOME and is_open(turn.rules, place, target) else None


def levels(turn, plan, most):
    """The states after 0, 1, 2, ... dice of `plan`, each level a dict {state: moves}.

    Going by levels of distinct states keeps a long cascade feasible: many sequences lead
    to the same state, and only one of them is followed.
    """
    found = [{(turn.start, (), False): ()}]
    for die in plan:
        following = {}
        for state, moves in found[-1].items():
            for move in checker_moves(turn, state[0], die):
                for after in states_after(turn, state, move):
                    if after not in following:
                        following[after] = moves + (move,)
        if turn.rules["block_checked"] == "every_move":
            following = {s: m for s, m in following.items() if not bad_block(turn.rules, s[0])}
        if not following:
            break
        found.append(following if most is None else thinned(following, most))
    return found


def thinned(states, most):
    """At most so many of the states, spread evenly over all of them."""
    step = -(-len(states) // most)
    return dict(list(states.items())[::step])


def legal_at(turn, plan, used):
    """The ends {place: moves} of the turns that play exactly `used` dice of a plan."""
    states = plan[used] if used < len(plan) else {}
    return {state[0]: moves for state, moves in states.items() if may_end(turn, state)}


def may_end(turn, state):
    """The rules that look at the position at the end of the turn: R11 and R15."""
    place, _, moved_on = state
    if moved_on and 1 not in place[:HOME]:
        return False
    return turn.rules["block_checked"] == "every_move" or not bad_block(turn.rules, place)


def is_open(rules, place, point):
    """R9, R13: whether my checker may land on `point`."""
    return place[point - 1] >= (0 if rules["geometry"] == "same" else -1)


def checker_moves(turn, place, die):
    """R7, R9, R10, R13, R14, R16: what one checker can do with `die`, block aside."""
    if place[MY_BAR]:
        return [(BAR, BAR - die)] if is_open(turn.rules, place, BAR - die) else []
    mine = [point for point in range(24, 0, -1) if place[point - 1] > 0]
    moves = []
    for point in mine:
        target = point - die
        if target >= 1:
            if is_open(turn.rules, place, target) and may_leave(turn, place, point, target, die):
                moves.append((point, target))
        elif mine[0] <= HOME and (target == 0 or point == mine[0]):
            moves.append((point, OFF))
    return moves


def may_leave(turn, place, point, target, die):
    """R10 for a checker on the head, R16 for the last one outside home."""
    if point == HEAD and turn.head is not None:
        return turn.start[HEAD - 1] - place[HEAD - 1] < turn.head
    if turn.home_die is not None and point > HOME >= target:
        return die == turn.home_die
    return True


def states_after(turn, state, move):
    """The states a move leads to: one, but in the eastern game sometimes several or none."""
    place, hitters, moved_on = state
    after, hit = place_after(place, move)
    if not turn.rules["eastern"]:
        return [(after, hitters, moved_on)]
    return eastern_states(state, move, after, hit)


def place_after(place, move):
    """The place after a move, and whether it hit."""
    start, target = move
    after = list(place)
    after[start - 1] -= 1  # the bar is point 25 and sits at index 24
    if target == OFF:
        after[MY_OFF] += 1
        return tuple(after), False
    hit = after[target - 1] == -1
    if hit:
        after[target - 1] = 0
        after[HIS_BAR] += 1
    after[target - 1] += 1
    return tuple(after), hit


def eastern_states(state, move, after, hit):
    """R15: a checker that hit in its home stays, or moves on under two conditions: it does
    not land on two or more of mine then, and one of mine stands alone at home in the end.

    The checkers on a point look alike, so a move may be made by one that hit there or by
    another one; both readings are kept. Having moved on, a checker is free again.
    """
    place, hitters, moved_on = state
    start, target = move
    bound = (target,) if hit and target <= HOME else ()
    states = []
    if place[start - 1] > hitters.count(start):  # one that has not hit
        states.append((after, tuple(sorted(hitters + bound)), moved_on))
    if start in hitters and (target == OFF or place[target - 1] < 2):  # one that has
        others = list(hitters)
        others.remove(start)
        states.append((after, tuple(sorted(others + list(bound))), True))
    return states


def bad_block(rules, place):
    """R11: whether I hold six points in a row that I may not hold."""
    if rules["block"] is None or place[HIS_OFF]:
        return False
    path = place[12:24] + place[:12]  # his points 1 to 24: his point p is my p+12
    foremost = next((index for index in range(24) if path[index] < 0), 24)
    if rules["block"] == "home":
        return foremost >= HOME and six_in_a_row(path)
    return six_in_a_row(path[:foremost])  # a run he has passed lies behind his foremost checker


def six_in_a_row(points):
    run = 0
    for checkers in points:
        run = run + 1 if checkers > 0 else 0
        if run == 6:
            return True
    return False
