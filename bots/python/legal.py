#!/usr/bin/env python3
"""Reads positions as JSON lines, writes the legal turns of each as one JSON line.

Same input and output as `arena legal`: python3 legal.py < positions.jsonl
"""

import json
import sys

from nardy import legal_ends


def answer(position):
    """The line for one position; ends ascending, turns[i] leads to ends[i]."""
    found = sorted(legal_ends(position).items())
    return {
        "dice_used": len(found[0][1]),
        "ends_count": len(found),
        "ends": [end for end, _ in found],
        "turns": [moves for _, moves in found],
    }


def main():
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(json.loads(line)), separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
