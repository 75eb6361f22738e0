
// The board as an SVG, seen by one seat: its 24 at the top right, its home at the bottom right.

const SVG = 'http://www.w3.org/2000/svg';
const SIZE = { point: 44, bar: 36, rim: 26, tray: 46, height: 480, man: 19, stack: 5 };

// An element of an SVG. Texts are put in as text, so whatever they hold is only read.
function draw(name, attributes, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Where things are for a board with or without a tray at the left.
function measure(opposite) {
  const left = opposite ? SIZE.rim : SIZE.rim + SIZE.tray;
  const half = 6 * SIZE.point;
  const right = left + 2 * half + SIZE.bar;
  return { left, right, middle: left + half + SIZE.bar / 2, width: right + SIZE.tray + SIZE.rim };
}

// The middle of a point of the viewer's, and whether it is at the top.
function pointPlace(point, box) {
  const top = point > 12;
  const column = top ? point - 13 : 12 - point;
  const bar = column > 5 ? SIZE.bar : 0;
  return { x: box.left + (column + 0.5) * SIZE.point + bar, top };
}

// The middle of the n-th checker (from 0) on a point, its place from the rim inwards.
function manPlace(x, top, n) {
  const step = Math.min(n, SIZE.stack - 1) * 2 * SIZE.man + SIZE.man + 2;
  return { x, y: top ? SIZE.rim + step : SIZE.height - SIZE.rim - step };
}

// Where a seat's checkers of a point stand, the tray (0) and the bar (25) included.
function stackPlace(seat, point, view) {
  const { box, viewer, opposite } = view;
  const own = seat === viewer;
  if (point === BAR) return { x: box.middle, top: own, bar: true };
  if (point === 0) {
    const start = trayStart(!own && !opposite, box);
    return { x: start + (SIZE.tray - 8) / 2, top: !own, tray: true };
  }
  return pointPlace(own ? point : otherSide(point, opposite), box);
}

function trayStart(left, box) {
  return left ? SIZE.rim - 8 : box.right + 12;
}

function placeOf(seat, point, n, view) {
  const stack = stackPlace(seat, point, view);
  if (stack.bar) {
    const away = 34 + Math.min(n, 3) * 2 * SIZE.man;
    return { x: stack.x, y: SIZE.height / 2 + (stack.top ? -away : away) };
  }
  if (stack.tray) return { x: stack.x, y: slabPlace(stack.top, n) };
  return manPlace(stack.x, stack.top, n);
}

// The middle of the n-th checker in a tray, lying on its side.
function slabPlace(top, n) {
  return top ? SIZE.rim + 7 + n * 11 : SIZE.height - SIZE.rim - 7 - n * 11;
}

// The whole board: `shown` is {position, turn, before}, `view` {viewer, opposite, words, mover}.
function drawBoard(shown, view) {
  view.box = measure(view.opposite);
  const { box } = view;
  const parts = [...drawWood(view), ...drawNumbers(view)];
  for (const seat of [0, 1]) parts.push(...drawMen(seat, shown.position[seat], view));
  if (shown.turn) parts.push(...drawMoves(shown, view), ...drawDice(shown.turn, view));
  return draw('svg', { class: 'board', viewBox: `0 0 ${box.width} ${SIZE.height}`, role: 'img' }, parts);
}

function drawWood({ box, opposite }) {
  const { rim, tray, height, bar, point } = SIZE;
  const felt = (x, width) => draw('rect', { class: 'felt', x, y: rim, width, height: height - 2 * rim, rx: 3 });
  const parts = [draw('rect', { class: 'frame', x: 0, y: 0, width: box.width, height, rx: 12 })];
  parts.push(felt(box.left, 6 * point), felt(box.left + 6 * point + bar, 6 * point));
  parts.push(felt(trayStart(false, box), tray - 8));
  if (!opposite) parts.push(felt(trayStart(true, box), tray - 8));
  for (let number = 1; number <= 24; number += 1) {
    const { x, top } = pointPlace(number, box);
    const [base, peak] = top ? [rim, rim + 165] : [height - rim, height - rim - 165];
    const side = point / 2 - 2;
    parts.push(draw('path', {
      class: number % 2 ? 'odd' : 'even',
      d: `M${x - side} ${base}L${x} ${peak}L${x + side} ${base}Z`,
    }));
  }
  return parts;
}

// The numbers as the mover counts, whoever looks; both heads are named in the long games.
function drawNumbers({ box, viewer, mover, opposite, words }) {
  const parts = [];
  for (let number = 1; number <= 24; number += 1) {
    const { x, top } = pointPlace(number, box);
    const counted = mover === viewer ? number : otherSide(number, opposite);
    const y = top ? SIZE.rim - 8 : SIZE.height - 8;
    parts.push(draw('text', { x, y }, [String(counted)]));
  }
  if (!opposite) {
    for (const number of [24, 12]) {
      const { x, top } = pointPlace(number, box);
      const y = top ? SIZE.rim + 208 : SIZE.height - SIZE.rim - 200;
      parts.push(draw('text', { x, y, class: 'head' }, [words.head]));
    }
  }
  return parts;
}

function drawMen(seat, men, view) {
  const parts = [];
  for (let point = 1; point <= BAR; point += 1) {
    const most = point === BAR ? 4 : SIZE.stack;
    const height = Math.min(men[point], most);
    for (let n = 0; n < height; n += 1) {
      const { x, y } = placeOf(seat, point, n, view);
      parts.push(draw('circle', { class: `man seat${seat}`, cx: x, cy: y, r: SIZE.man - 1 }));
      parts.push(draw('circle', { class: `seat${seat} ring`, cx: x, cy: y, r: SIZE.man - 6 }));
    }
    if (men[point] > most) {
      const { x, y } = placeOf(seat, point, most - 1, view);
      parts.push(draw('text', { class: `count on${seat}`, x, y: y + 5 }, [String(men[point])]));
    }
  }
  for (let n = 0; n < men[0]; n += 1) {
    const { x, y } = placeOf(seat, 0, n, view);
    parts.push(draw('rect', {
      class: `slab seat${seat}`, x: x - 16, y: y - 4.5, width: 32, height: 9, rx: 2.5,
    }));
  }
  return parts;
}

// Where each moved checker came from and went to.
function drawMoves({ turn, before }, view) {
  const parts = [];
  const men = before[turn.seat].slice();
  for (const { from, to } of turn.moves) {
    men[from] -= 1;
    const start = placeOf(turn.seat, from, Math.max(men[from], 0), view);
    const end = placeOf(turn.seat, to, Math.max(men[to], 0), view);
    men[to] += 1;
    parts.push(...drawWay(start, end));
  }
  return parts;
}

function drawWay(start, end) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  // Bends towards the middle of the board.
  const middle = SIZE.height / 2;
  const lift = Math.min(70, 18 + length / 5) * (start.y < middle ? 1 : -1);
  const same = (start.y < middle) === (end.y < middle);
  const bend = { x: (start.x + end.x) / 2, y: same ? (start.y + end.y) / 2 + lift : middle };
  return [
    draw('circle', { class: 'left', cx: start.x, cy: start.y, r: SIZE.man - 1 }),
    draw('path', { class: 'way', d: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}` }),
    draw('circle', { class: 'tip', cx: end.x, cy: end.y, r: 6 }),
  ];
}

// Eyes of a die, in a grid of three by three.
const EYES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

// One's own dice lie in the right half, the other side's in the left one.
function drawDice(turn, { box, viewer }) {
  const half = 3 * SIZE.point + SIZE.bar / 2;
  const center = box.middle + (turn.seat === viewer ? half : -half);
  const size = turn.dice.length > 4 ? 24 : 32;
  const gap = size + 8;
  const first = center - ((turn.dice.length - 1) * gap) / 2;
  return turn.dice.map((face, number) => {
    const [x, y] = [first + number * gap - size / 2, (SIZE.height - size) / 2];
    const eyes = EYES[face].map((place) => draw('circle', {
      class: `pip${turn.seat}`,
      cx: x + size / 2 + ((place % 3) - 1) * size * 0.27,
      cy: y + size / 2 + (Math.floor(place / 3) - 1) * size * 0.27,
      r: size / 10.5,
    }));
    const die = draw('rect', { class: `die seat${turn.seat}`, x, y, width: size, height: size, rx: 6 });
    return draw('g', {}, [die, ...eyes]);
  });
}
