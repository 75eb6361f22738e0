
// The viewer: which game, which turn, and what people press.

const data = JSON.parse(document.getElementById('data').textContent);
const root = document.getElementById('games');
const state = { game: null, turn: 0, viewer: 0, language: 0, playing: 0 };
const TURN_MS = 1100;

const words = () => data.words[state.language];
const bot = (game, seat) => data.bots[game.bots[seat]];
const kind = (game) => words()[game.kind] || game.kind;

// What a page's address says: #game=12a&turn=30.
function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (!asked.has('game')) return null;
  return { id: asked.get('game'), turn: Number.parseInt(asked.get('turn'), 10) || 0 };
}

function address() {
  return `#game=${encodeURIComponent(state.game.id)}&turn=${state.turn}`;
}

// The game's turns and positions, worked out when it is first looked at. One that cannot be read
// is a start without turns, and takes no other game with it.
function open(game) {
  if (!game.played) {
    try {
      game.played = readTurns(game.turns);
      game.positions = positions(game.played, data.start, data.opposite);
    } catch {
      game.unreadable = true;
      game.played = [];
      game.positions = positions([], data.start, data.opposite);
    }
  }
  state.game = game;
}

// One checker move in the player's numbers, such as 24-18, bar/20 or 3-off; * is a hit.
function moveText({ from, to, hit }) {
  const w = words();
  const start = from === BAR ? w.bar : from;
  return `${start}-${to === 0 ? w.away : to}${hit ? '*' : ''}`;
}

function movesText(turn) {
  return turn.moves.length ? turn.moves.map(moveText).join(' ') : words().passes;
}

// The same for a narrow column: lines break between moves alone.
function movesApart(turn) {
  if (!turn.moves.length) return [words().passes];
  return turn.moves.flatMap((move) => [make('span', {}, moveText(move)), ' ']);
}

function diceText(turn) {
  const dice = turn.dice.join('-');
  return turn.leftover ? `${words().leftover} ${dice}` : dice;
}

function ending(game) {
  const text = `${bot(game, game.winner)} ${words().beats} ${bot(game, 1 - game.winner)}: ${kind(game)}`;
  return `${text} (${words().points}: ${game.points})`;
}

// A side's checkers in words.
function menText(men) {
  const w = words();
  const parts = [];
  if (men[BAR]) parts.push(`${w.bar} ×${men[BAR]}`);
  for (let point = 24; point > 0; point -= 1) if (men[point]) parts.push(`${point} ×${men[point]}`);
  parts.push(`${w.off} ×${men[0]}`);
  return `${parts.join(', ')}; ${w.pips} ${pipCount(men)}`;
}

// ---- The fixed parts, made anew when the language changes.

const ICONS = {
  first: 'M5 5h2.5v14H5zM19 5v14L8.5 12z',
  back: 'M15.6 5l1.9 1.9L12.4 12l5.1 5.1-1.9 1.9-7-7z',
  play: 'M7 5v14l11-7z',
  pause: 'M6.5 5h4v14h-4zM13.5 5h4v14h-4z',
  forward: 'M8.4 5L6.5 6.9l5.1 5.1-5.1 5.1L8.4 19l7-7z',
  last: 'M16.5 5H19v14h-2.5zM5 5v14l10.5-7z',
  turn_board: 'M12 4a8 8 0 0 1 7.4 5H22l-3.5 4.5L15 9h2.2A6 6 0 0 0 6.4 10H4.3A8 8 0 0 1 12 4zM12 20a8 8 0 0 1-7.4-5H2l3.5-4.5L9 15H6.8a6 6 0 0 0 10.8-1h2.1A8 8 0 0 1 12 20z',
  previous_game: 'M12 6l-6 6 6 6zM19 6l-6 6 6 6z',
  next_game: 'M12 6l6 6-6 6zM5 6l6 6-6 6z',
};
const parts = {};

function icon(name) {
  const path = draw('path', { d: ICONS[name] });
  return draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, [path]);
}

function button(name, does) {
  const label = words()[name];
  return make('button', { type: 'button', 'aria-label': label, title: label, on: { click: does } }, icon(name));
}

function build() {
  const w = words();
  root.replaceChildren(make('h2', { id: 'games-title' }, w.title));
  root.setAttribute('lang', state.language ? 'ru' : 'en');
  if (data.games.length < data.played) {
    const held = data.games.length ? w.held : w.none_held;
    const text = held.replace('{n}', data.games.length).replace('{all}', data.played);
    root.append(make('p', { class: 'note' }, text));
  }
  if (data.remarks_cut) root.append(make('p', { class: 'note' }, w.remarks_cut));
  if (!data.games.length) return;
  root.append(buildChoice(), buildPlay());
  fillGames();
}

function select(label, options, does, attributes = {}) {
  const list = options.map(([value, text]) => make('option', { value }, text));
  const element = make('select', { ...attributes, on: { change: does } }, ...list);
  return [make('label', attributes.grow ? { class: 'grow' } : {}, label, element), element];
}

function buildChoice() {
  const w = words();
  const bots = [['', w.any], ...data.bots.map((name, place) => [String(place), name])];
  const kinds = [...new Set(data.games.map((game) => game.kind))];
  const ends = [['', w.any], ...kinds.map((name) => [name, w[name] || name])];
  let [one, other, end, games] = [];
  [one, parts.bot] = select(w.bot, bots, fillGames);
  [other, parts.opponent] = select(w.bot, bots, fillGames);
  [end, parts.kind] = select(w.ended, ends, fillGames);
  [games, parts.games] = select(w.game, [], () => go(parts.games.value, 0), { grow: true });
  return make('div', { class: 'choose' }, one, other, end, games);
}

// The games that fit what is chosen.
function chosen() {
  const has = (game, list) => list.value === '' || game.bots.includes(Number(list.value));
  const fits = (game) => has(game, parts.bot) && has(game, parts.opponent)
    && (parts.kind.value === '' || game.kind === parts.kind.value);
  return data.games.filter(fits);
}

function fillGames() {
  const label = (game) => `${game.id}: ${bot(game, 0)} – ${bot(game, 1)} (${bot(game, game.winner)}, ${kind(game)})`;
  const games = chosen();
  if (state.game && !games.includes(state.game)) games.unshift(state.game);
  parts.games.replaceChildren(...games.map((game) => make('option', { value: game.id }, label(game))));
  if (state.game) parts.games.value = state.game.id;
}

function buildPlay() {
  const w = words();
  parts.players = make('p', { class: 'players' });
  parts.board = make('div', { tabindex: '0', role: 'group', 'aria-label': w.board, 'aria-describedby': 'keys' });
  parts.said = make('p', { class: 'said', 'aria-live': 'polite', id: 'said' });
  parts.slider = make('input', { type: 'range', min: '0', 'aria-label': w.turn, on: { input: () => step(Number(parts.slider.value)) } });
  parts.number = make('span');
  parts.play = button('play', togglePlay);
  parts.buttons = {
    first: button('first', () => step(0)),
    back: button('back', () => step(state.turn - 1)),
    forward: button('forward', () => step(state.turn + 1)),
    last: button('last', () => step(Infinity)),
  };
  const { first, back, forward, last } = parts.buttons;
  const row = make('div', { class: 'buttons' }, first, back, parts.play, forward, last,
    button('turn_board', turnBoard), button('previous_game', () => otherGame(-1)), button('next_game', () => otherGame(1)));
  const slide = make('div', { class: 'slide' }, parts.slider, parts.number);
  parts.link = make('a', { href: '#' }, w.link);
  parts.text = make('div');
  const text = make('details', {}, make('summary', {}, w.position), parts.text);
  const left = make('div', {}, parts.players, parts.board, row, slide, parts.said,
    make('p', { class: 'note' }, parts.link), text, make('p', { class: 'note', id: 'keys' }, w.keys));
  parts.turns = make('ol', { class: 'turns', 'aria-label': w.turns });
  return make('div', { class: 'play' }, left, parts.turns);
}

// ---- What changes from game to game and from turn to turn.

function showGame() {
  const { game } = state;
  const item = (number, seat, ...cells) => make('li', {},
    make('button', { type: 'button', on: { click: () => step(number) } },
      make('span', { class: 'number' }, number || ''), seat === null ? make('span') : checker(seat), ...cells));
  const items = game.played.map((turn, place) => item(place + 1, turn.seat,
    make('span', {}, (turn.leftover ? '~' : '') + turn.dice.join('-')), make('span', { class: 'moves' }, ...movesApart(turn))));
  parts.turns.replaceChildren(item(0, null, make('span'), make('span', {}, words().start)), ...items);
  parts.slider.max = String(game.played.length);
  fillGames();
}

function showTurn() {
  const { game, turn: number } = state;
  const turn = game.played[number - 1] || null;
  const next = game.played[number];
  const mover = turn ? turn.seat : next ? next.seat : game.starter;
  const shown = { position: game.positions[number], turn, before: game.positions[Math.max(number - 1, 0)] };
  const board = drawBoard(shown, { viewer: state.viewer, opposite: data.opposite, mover, words: words() });
  const inWords = [0, 1].map((seat) => `${bot(game, seat)}: ${menText(shown.position[seat])}`);
  board.setAttribute('aria-label', inWords.join('. '));
  parts.board.replaceChildren(board);
  parts.text.replaceChildren(...inWords.map((text, seat) => make('p', {}, checker(seat), ' ', text)));
  const player = (seat) => make('span', { class: seat === mover ? 'moving' : '' }, checker(seat), bot(game, seat));
  parts.players.replaceChildren(player(state.viewer), player(1 - state.viewer));
  say(turn);
  const count = game.played.length;
  parts.slider.value = String(number);
  parts.slider.setAttribute('aria-valuetext', `${words().turn} ${number} ${words().of} ${count}`);
  parts.number.textContent = `${number} / ${count}`;
  const { first, back, forward, last } = parts.buttons;
  for (const at of [first, back]) at.disabled = number === 0;
  for (const at of [forward, last]) at.disabled = number === count;
  parts.link.href = address();
  mark(number);
}

function mark(number) {
  const list = parts.turns;
  for (const item of list.querySelectorAll('[aria-current]')) item.removeAttribute('aria-current');
  const item = list.children[number];
  item.setAttribute('aria-current', 'step');
  // Within the list alone: the page stays where it is.
  const [top, bottom] = [item.offsetTop - list.offsetTop, item.offsetTop - list.offsetTop + item.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function say(turn) {
  const { game, turn: number } = state;
  const w = words();
  const lines = [];
  if (turn) {
    lines.push(`${w.turn} ${number}. ${bot(game, turn.seat)}, ${diceText(turn)}: ${movesText(turn)}`);
  } else {
    const off = game.roll_off.map((dice) => dice.join(':')).join(', ');
    lines.push(`${bot(game, game.starter)} ${w.begins}${off ? ` (${w.roll_off} ${off})` : ''}`);
  }
  parts.said.replaceChildren(...lines);
  const remark = game.remarks && game.remarks.find(([at]) => at === number);
  if (remark) parts.said.append(make('span', { class: 'remark' }, `${w.remark}: `, make('bdi', {}, remark[1])));
  if (game.unreadable) parts.said.append(make('span', { class: 'fault' }, w.unreadable));
  if (number < game.played.length) return;
  parts.said.append(make('br'), make('b', {}, ending(game)));
  const { fault } = game;
  if (fault) {
    const moves = fault.moves ? ` ${w.refused}: ${readMoves(fault.moves).map(moveText).join(' ')}.` : '';
    parts.said.append(make('span', { class: 'fault' }, `${bot(game, fault.seat)}: ${fault.code}.${moves} ${fault.message}`));
  }
}

// ---- What people do.

function step(number) {
  const last = state.game.played.length;
  state.turn = Math.min(Math.max(number, 0), last);
  if (state.turn === last) stopPlay();
  showTurn();
  noteAddress();
}

// Browsers refuse an address that changes hundreds of times in half a minute, as it would while a
// key is held down.
let noted = 0;
let noting = 0;
function noteAddress() {
  const wait = noted + 250 - performance.now();
  clearTimeout(noting);
  if (wait > 0) {
    noting = setTimeout(noteAddress, wait);
    return;
  }
  noted = performance.now();
  history.replaceState(null, '', address());
}

// Opens a game by its id; answers whether it is here.
function go(id, turn) {
  const game = data.games.find((one) => one.id === id);
  if (!game) return false;
  stopPlay();
  open(game);
  showGame();
  step(turn);
  return true;
}

function otherGame(by) {
  const games = chosen();
  const at = games.indexOf(state.game);
  const next = games[at < 0 ? 0 : at + by];
  if (next) go(next.id, 0);
}

function turnBoard() {
  state.viewer = 1 - state.viewer;
  showTurn();
}

function togglePlay() {
  if (state.playing) return stopPlay();
  if (state.turn === state.game.played.length) step(0);
  state.playing = setInterval(() => step(state.turn + 1), TURN_MS);
  return playLooks('pause');
}

function stopPlay() {
  clearInterval(state.playing);
  state.playing = 0;
  playLooks('play');
}

function playLooks(name) {
  parts.play.replaceChildren(icon(name));
  for (const key of ['aria-label', 'title']) parts.play.setAttribute(key, words()[name]);
}

const KEYS = {
  ArrowLeft: () => step(state.turn - 1),
  ArrowRight: () => step(state.turn + 1),
  PageUp: () => step(state.turn - 10),
  PageDown: () => step(state.turn + 10),
  Home: () => step(0),
  End: () => step(Infinity),
  ' ': togglePlay,
  f: turnBoard,
  n: () => otherGame(1),
  p: () => otherGame(-1),
};

// Keys work inside the viewer, but not where they have a meaning of their own.
root.addEventListener('keydown', (event) => {
  const own = event.target.closest('select, input') || (event.key === ' ' && event.target.closest('button, summary, a'));
  const does = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does || own || !state.game || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  does();
});

function speak(language) {
  stopPlayIfBuilt();
  state.language = language === 'ru' ? 1 : 0;
  document.documentElement.lang = language;
  for (const part of document.querySelectorAll('.in-language')) part.hidden = part.lang !== language;
  for (const at of document.querySelectorAll('[data-language]')) {
    at.setAttribute('aria-pressed', String(at.dataset.language === language));
  }
  build();
  if (state.game) {
    showGame();
    showTurn();
  }
}

function stopPlayIfBuilt() {
  if (parts.play) stopPlay();
}

for (const at of document.querySelectorAll('[data-language]')) {
  at.addEventListener('click', () => speak(at.dataset.language));
}

function follow() {
  const asked = readAddress();
  if (!asked || !data.games.length) return;
  if (go(asked.id, asked.turn)) {
    root.scrollIntoView();
    parts.board.focus({ preventScroll: true });
  } else {
    parts.said.replaceChildren(words().no_match);
  }
}

window.addEventListener('hashchange', follow);
speak(document.documentElement.lang);
if (data.games.length) {
  open(data.games[0]);
  showGame();
  showTurn();
}
follow();
