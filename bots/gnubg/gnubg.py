#!/usr/bin/env python3
"""A bot that lets GNU Backgammon play: it translates between the arena and gnubg.

gnubg runs beside the bot as a child process and answers positions over its socket for
external players (its command `external`). A position goes there as a line in the form of
the FIBS server, the checker moves come back as text, such as `8/5 6/5`.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

START_SECONDS = 9  # the arena waits 10 by default
FOLDERS = ["/usr/games", "/usr/local/games", "/usr/local/bin", "/usr/bin"]  # besides PATH's
OPTIONS = ["plies", "noise", "program"]
BAR, OFF = 25, 0
NAMES = {"bar": BAR, "off": OFF}
JOURNEY = re.compile(r"(bar|[0-9]+)((?:/(?:off|[0-9]+)\*?)+)(?:\(([2-4])\))?")


class Trouble(Exception):
    """What keeps the bot from playing, to be read by whoever runs it."""


def settings(options):
    """gnubg's commands for a league file's options; its own settings are put right first.

    Cubeless, and without Jacoby's rule that a mars counts double only with the cube, a turn
    is judged by the points it wins in the mean, a mars as 2 and a koks as 3, as in `short`.
    """
    unknown = [key for key in options if key not in OPTIONS]
    if unknown:
        raise Trouble(f"unknown option `{unknown[0]}`: there are {', '.join(OPTIONS)}")
    plies, noise = options.get("plies", 0), options.get("noise", 0)
    if type(plies) is not int or not 0 <= plies <= 7:
        raise Trouble(f"option `plies` must be an integer from 0 to 7, found {plies!r}")
    if type(noise) not in (int, float) or not 0 <= noise <= 1:
        raise Trouble(f"option `noise` must be a number from 0 to 1, found {noise!r}")
    judge = "set evaluation chequerplay evaluation"
    return [
        "set threads 1",
        "set jacoby off",
        f"{judge} cubeful off",
        f"{judge} plies {plies}",
        f"{judge} deterministic on",  # noise drawn from the position: games repeat
        f"{judge} noise {noise:f}",
    ]


def find_program(options):
    """Where gnubg is. Debian keeps it where the arena's PATH may not lead."""
    named = options.get("program", "gnubg")
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath)] + FOLDERS)
    found = shutil.which(named, path=folders) if isinstance(named, str) else None
    if found is None:
        raise Trouble(
            f"GNU Backgammon not found as {named!r}: install it (Debian: apt-get install "
            "gnubg) or name its file in the option `program`"
        )
    return os.path.abspath(found)


class Gnubg:
    """GNU Backgammon as a running process, and the line to it."""

    def __init__(self, options):
        commands = settings(options) + ["external socket"]
        program = find_program(options)
        folder = tempfile.mkdtemp(prefix="gnubg-")
        self.process = self.line = None
        try:
            self.process = start(program, folder)
            self.process.stdin.write("".join(f"{line}\n" for line in commands).encode())
            self.process.stdin.flush()
            self.line = connect(self.process, os.path.join(folder, "socket"))
        except (OSError, Trouble) as error:
            self.stop()
            raise Trouble(f"{program} does not start as gnubg: {error}") from error
        finally:
            # Without the folder gnubg can't listen a second time: if the bot is killed, it
            # goes back to reading commands, finds their end and leaves, too.
            shutil.rmtree(folder, ignore_errors=True)

    def ask(self, request):
        """The answer to a line, which is a line, too."""
        answer = b""
        try:
            self.line.sendall(request.encode() + b"\n")
            while not answer.endswith(b"\n"):
                part = self.line.recv(4096)
                if not part:
                    raise Trouble("gnubg has gone")
                answer += part
        except OSError as error:
            raise Trouble(f"gnubg has gone: {error}") from error
        return answer.decode().strip()

    def stop(self):
        """Ends gnubg at once: it has nothing to save."""
        if self.process:
            self.process.kill()
            self.process.communicate()  # waits for it and closes its stdin
        if self.line:
            self.line.close()


def start(program, folder):
    """gnubg as a child process in the bot's process group; it stays inside the folder."""
    environment = {"HOME": folder, "TMPDIR": folder, "LC_ALL": "C", "PATH": os.defpath}
    return subprocess.Popen(
        [program, "--tty", "--quiet", "--no-rc"],
        stdin=subprocess.PIPE,
        stdout=sys.stderr.fileno(),  # its remarks belong with ours
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=environment,
    )


def connect(process, path):
    """The connection, as soon as gnubg listens: it takes about half a second."""
    latest = time.monotonic() + START_SECONDS
    while time.monotonic() < latest and process.poll() is None:
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(path)
            return line
        except (FileNotFoundError, ConnectionRefusedError):  # not there yet
            line.close()
            time.sleep(0.01)
    raise Trouble("it ended" if process.poll() is not None else "it doesn't listen")


def fibs_line(position):
    """A position with its dice as FIBS's `board:` line, seen by the side to move.

    Names; match length 0 (money), no score; his bar, the points from 1, my bar, as in a
    `turn` message; my turn; my dice, his; cube 1, both may double (otherwise gnubg believes
    that he has doubled), not doubled; I am positive, move down to 0, from 25; borne off;
    on the bar; five fields that gnubg doesn't need here.
    """
    board, bar, off = position["board"], position["bar"], position["off"]
    fields = ["me", "he", 0, 0, 0, -bar[1], *board, bar[0], 1, *position["dice"], 0, 0]
    fields += [1, 1, 1, 0, 1, -1, 0, 25, *off, *bar, 0, 0, 0, 0]
    return "board:" + ":".join(map(str, fields))


def checker_moves(text):
    """gnubg's text as pairs [from, to].

    The socket writes one pair a die, with numbers only: `25/20 6/0`. Read are also gnubg's
    other ways: `bar`, `off`, `6/off(2)`, and the stops left out, as in `24/13`, or kept
    for a hit, as in `8/4*/3`.
    """
    moves = []
    for word in text.split():
        journey = JOURNEY.fullmatch(word)
        if journey is None:
            raise Trouble(f"gnubg answered {text!r}, which is no turn")
        first, others, times = journey.groups()
        stops = [first] + others.replace("*", "").split("/")[1:]
        points = [NAMES[stop] if stop in NAMES else int(stop) for stop in stops]
        moves += [list(pair) for pair in zip(points, points[1:])] * int(times or 1)
    if any(not OFF <= point <= BAR for move in moves for point in move):
        raise Trouble(f"gnubg answered {text!r}, which leaves the board")
    return moves


def end_of(position, moves):
    """Where my checkers and his stand after a turn; index 25 is the bar, 0 is off."""
    mine = [position["off"][0], *(max(n, 0) for n in position["board"]), position["bar"][0]]
    his = [position["off"][1], *(max(-n, 0) for n in position["board"]), position["bar"][1]]
    for start, target in moves:
        mine[start] -= 1
        mine[target] += 1
        if target != OFF and his[target]:  # a hit
            his[target] -= 1
            his[BAR] += 1
    return mine, his


def legal_turn(position, text):
    """The legal turn that ends where gnubg's does, whatever the order and the stops."""
    wanted = end_of(position, checker_moves(text))
    for moves in position["legal"]:
        if end_of(position, moves) == wanted:
            return moves
    # Another turn would go on with a game that gnubg doesn't play: better lose it visibly.
    raise Trouble(f"gnubg answered {text!r}, which is not legal, to {fibs_line(position)}")


def answer(message, gnubg):
    """The fields of the answer to a request, or None where there is nothing to answer."""
    if message["type"] == "hello":
        about = {"protocol": 1, "name": "gnubg", "version": "1.0"}
        return dict(about, type="hello", rules=["short"], wants=["legal"])
    if message["type"] == "game":
        return {"type": "ready"}
    if message["type"] == "turn":
        text = gnubg.ask(fibs_line(message))
        return {"type": "move", "moves": legal_turn(message, text)}
    return None


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    gnubg = None
    try:
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "quit":
                return
            if message["type"] == "hello":
                gnubg = Gnubg(message["options"])
            reply = answer(message, gnubg)
            if reply:
                print(json.dumps(dict(reply, id=message["id"])), flush=True)
    except (Trouble, OSError) as trouble:
        sys.exit(f"gnubg.py: {trouble}")
    finally:
        if gnubg:
            gnubg.stop()


if __name__ == "__main__":
    main()
