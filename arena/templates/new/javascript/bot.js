// A bot that plays nardy. Your idea goes into choose().
"use strict";

const RULES = ["long", "long-classic", "long-app", "long-club", "gulbar", "short", "short-east"];

/** The turn to play: one of turn.legal, each a list of moves [from, to]. */
function choose(turn) {
  const worth = (moves) => moves.filter(([from]) => from === 24).length;
  return turn.legal.reduce((best, moves) => (worth(moves) > worth(best) ? moves : best));
}

/** What to answer, without the id; null if nothing. */
function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "hello", protocol: 1, name: "mine", version: "0.1",
               rules: RULES, wants: ["legal"] };
    case "game":
      return { type: "ready" };
    case "turn":
      return { type: "move", moves: choose(message) };
    default:
      return null; // error, result
  }
}

const lines = require("readline").createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "quit") process.exit(0);
  const reply = answer(message);
  if (reply !== null) process.stdout.write(JSON.stringify({ ...reply, id: message.id }) + "\n");
});
