
'use strict';

// A game as the page holds it, and its positions: a pure part, without a word about the page.
//
// A position is {points, off, bar, hits}: for each seat its checkers by its own point numbers,
// 0 (off the board) to 25 (the bar).

const BAR = 25;

// The number that the other side has for a point of mine.
function otherSide(point, opposite) {
  return opposite ? 25 - point : (point + 11) % 24 + 1;
}

function startPosition(start) {
  const men = () => {
    const points = new Array(26).fill(0);
    for (const [point, count] of start) points[point] = count;
    return points;
  };
  return [men(), men()];
}

// Reads the line of all turns: seat, `~` for a cascade's leftover, dice, two letters a move.
function readTurns(line) {
  if (line === '') return [];
  return line.split(' ').map((turn) => {
    const [, seat, leftover, dice, letters] = /^([01])(~?)([1-6]+)([a-z]*)$/.exec(turn);
    return {
      seat: Number(seat),
      leftover: leftover !== '',
      dice: [...dice].map(Number),
      moves: readMoves(letters),
    };
  });
}

function readMoves(letters) {
  // What a bot wanted to play may be off the board: `?`.
  const number = (letter) => (letter === '?' ? letter : letter.charCodeAt(0) - 97);
  const moves = [];
  for (let at = 0; at + 1 < letters.length; at += 2) {
    moves.push({ from: number(letters[at]), to: number(letters[at + 1]), hit: false });
  }
  return moves;
}

// Plays a turn; notes which of its moves hit.
function play(position, turn, opposite) {
  const after = position.map((men) => men.slice());
  const [mine, theirs] = [after[turn.seat], after[1 - turn.seat]];
  for (const move of turn.moves) {
    mine[move.from] -= 1;
    mine[move.to] += 1;
    const there = otherSide(move.to, opposite);
    move.hit = opposite && move.to > 0 && theirs[there] > 0;
    if (move.hit) {
      theirs[there] -= 1;
      theirs[BAR] += 1;
    }
  }
  return after;
}

// All positions of a game, the start first.
function positions(turns, start, opposite) {
  const all = [startPosition(start)];
  for (const turn of turns) all.push(play(all[all.length - 1], turn, opposite));
  return all;
}

function pipCount(men) {
  return men.reduce((sum, count, point) => sum + count * point, 0);
}
