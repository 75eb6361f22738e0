"""Draws what a program wrote to a terminal: terminal.py COLUMNS FILE.svg < typescript

A line that was cleared and written anew becomes a frame. The picture runs through some of them,
once, and stays at the last, which is all that is seen where pictures do not move.
"""

import io
import re
import sys

from rich.console import Console
from rich.text import Text

FRAMES = 12
SECONDS = 0.25  # for each frame but the last
CLEARED = "\r\x1b[2K"


def drawn(text, columns, lines, name):
    """One frame as SVG. Its fonts are those of whoever looks."""
    console = Console(record=True, width=columns, file=io.StringIO())
    console.print(Text.from_ansi(text + "\n" * (lines - text.count("\n"))))
    svg = console.export_svg(title="arena", unique_id=name)
    return re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", svg, flags=re.S)


def main():
    columns, target = int(sys.argv[1]), sys.argv[2]
    command, written = sys.stdin.read().replace("\r\n", "\n").split("\n", 1)
    *steps, last = written.split(CLEARED)
    steps = steps[:: max(1, -(-len(steps) // FRAMES))]
    texts = [f"{command}\n{text.rstrip()}" for text in [*steps, last]]
    lines = texts[-1].count("\n")
    frames = [drawn(text, columns, lines, f"f{n}") for n, text in enumerate(texts)]
    style = [".frame { visibility: hidden }", ".frame.last { visibility: visible }"]
    moving = [
        "@keyframes shown { from, to { visibility: visible } }",
        "@keyframes hidden { from, to { visibility: hidden } }",
        f".frame.last {{ animation: hidden {len(steps) * SECONDS}s }}",
    ]
    for n in range(len(steps)):
        moving.append(f".frame.n{n} {{ animation: shown {SECONDS}s {n * SECONDS}s }}")
    style += ["@media (prefers-reduced-motion: no-preference) {", *moving, "}"]
    box = re.search(r'viewBox="[^"]*"', frames[-1]).group()
    with open(target, "w", encoding="utf-8") as file:
        print(f'<svg {box} xmlns="http://www.w3.org/2000/svg">', file=file)
        print("<style>", *style, "</style>", sep="\n", file=file)
        for n, frame in enumerate(frames):
            which = "last" if n == len(steps) else f"n{n}"
            print(f'<g class="frame {which}">', frame.strip(), "</g>", sep="\n", file=file)
        print("</svg>", file=file)


main()
