#!/usr/bin/env node
// A bot that asks for the legal turns and takes the one that leaves the best position.
"use strict";

const RULES = ["long", "long-classic", "long-app", "long-club", "gulbar", "short", "short-east"];
const BAR = 25, OFF = 0;

/** My checkers by point (25 is the bar, 0 is off) and how many of his are on the bar. */
function play({ board, bar, off }, moves) {
  const points = [off[0], ...board, bar[0]];
  let hisBar = bar[1];
  for (const [from, to] of moves) {
    points[from] -= 1;
    if (to !== OFF && points[to] === -1) { // a hit, only in the short games
      points[to] = 0;
      hisBar += 1;
    }
    points[to] += 1;
  }
  return { points, hisBar };
}

/** The longest run of points I hold; his checkers cannot pass six. */
function longestRun(points, least) {
  let run = 0, longest = 0;
  for (let point = 1; point <= 24; point++) {
    run = points[point] >= least ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Points held and long runs are good, single checkers (short) and stragglers bad. */
function score({ points, hisBar }, isShort) {
  const least = isShort ? 2 : 1;
  let sum = 2 * points[OFF] + 2.5 * hisBar - points[BAR] + 0.5 * longestRun(points, least);
  for (let point = 1; point <= 24; point++) {
    const mine = Math.max(points[point], 0);
    if (mine >= least) sum += 1;
    if (isShort && mine === 1) sum -= 0.8;
    if (point > 18) sum -= 0.4 * mine;
  }
  return sum;
}

function bestTurn(position) {
  const isShort = position.head == null; // the long games alone have one
  let best = null, bestScore = -Infinity;
  for (const moves of position.legal) {
    const mark = score(play(position, moves), isShort);
    if (mark > bestScore) [best, bestScore] = [moves, mark];
  }
  return best;
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { type: "hello", protocol: 1, name: "greedy-js", version: "1.0",
               rules: RULES, wants: ["legal"] };
    case "game":
      return { type: "ready" };
    case "turn":
      return { type: "move", moves: bestTurn(message) };
    default:
      return null; // error, result and what a later arena may add
  }
}

function receive(line) {
  if (line.trim() === "") return;
  const message = JSON.parse(line);
  if (message.type === "quit") process.exit(0);
  const reply = answer(message);
  if (reply !== null) process.stdout.write(JSON.stringify({ ...reply, id: message.id }) + "\n");
}

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  lines.forEach(receive);
});
