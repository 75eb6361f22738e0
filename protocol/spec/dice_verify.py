"""Recompute the dice of a pair of games. dice.md, next to this file, explains every step.

    python3 dice_verify.py PAIR_KEY_HEX SEAT COUNT
    python3 dice_verify.py LEAGUE_SEED FIRST_BOT SECOND_BOT PAIR_NO SEAT COUNT

Prints the commitment, the seat that starts if the arena draws the starter, the rounds of
the roll-off, and the first COUNT rolls of seat SEAT (0 or 1).
"""
import hashlib, hmac, itertools, sys


def mac(key, *lines):
    return hmac.digest(key, "\n".join(map(str, lines)).encode(), "sha256")


def dice(key, *label, count=2):
    blocks = (mac(key, *label, number) for number in itertools.count())
    return list(itertools.islice((b % 6 + 1 for block in blocks for b in block if b < 252), count))


if __name__ == "__main__":
    *key, seat, rolls = sys.argv[1:]
    key = mac(key[0].encode(), "nardy pair v1", *key[1:]) if key[1:] else bytes.fromhex(key[0])
    starter = (dice(key, "nardy starter v1")[0] - 1) // 3
    print(f"commitment {hashlib.sha256(key).hexdigest()}\nstarter {starter}")
    for pair in (dice(key, "nardy roll-off v1", r) for r in itertools.count()):
        print("roll-off", *pair)
        if pair[0] != pair[1]: break
    for n in range(int(rolls)): print("roll", *dice(key, "nardy roll v1", seat, n))
