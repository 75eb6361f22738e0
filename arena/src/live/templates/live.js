
// The page of a running league: what the arena tells it, as it is told.

const data = JSON.parse(document.getElementById('data').textContent);
const root = document.getElementById('live');
const state = { language: 0, phase: 'connecting', lost: false, paused: false };
// The last of each kind of message, and which of them are not shown yet.
const told = { league: null, standings: null, boards: null };
const stale = new Set();
const parts = {};

const words = () => data.words[state.language];

const decimal = (number, digits) => {
  const text = number.toFixed(digits).replace('-', '\u2212');
  return state.language ? text.replace('.', ',') : text;
};

// A number of turns. Russian has a word for 1, 21, 31…, one for 2 to 4, 22…, and one for the others.
const PLURALS = [new Intl.PluralRules('en'), new Intl.PluralRules('ru')];
function turnCount(count) {
  const form = PLURALS[state.language].select(count);
  const w = words();
  return `${count} ${{ one: w.turns_one, few: w.turns_few }[form] || w.turns_many}`;
}

// A time in its two largest units.
function duration(seconds) {
  const w = words();
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  if (h) return `${h} ${w.hours} ${m} ${w.minutes}`;
  return m ? `${m} ${w.minutes} ${s} ${w.seconds}` : `${s} ${w.seconds}`;
}

// ---- The fixed parts, made anew when the language changes.

function section(id, title, ...children) {
  return make('section', { id, 'aria-labelledby': `${id}-title` }, make('h2', { id: `${id}-title` }, title), ...children);
}

function build() {
  const w = words();
  parts.said = make('p', { role: 'status' });
  parts.pause = make('button', { type: 'button', 'aria-pressed': 'false', on: { click: togglePause } }, w.pause);
  parts.state = make('div', { class: 'state' }, parts.said, parts.pause);
  parts.bar = make('progress', { max: '1', value: '0', 'aria-label': w.games });
  parts.about = make('dl', { class: 'about' });
  parts.rows = make('tbody');
  parts.table = make('div', { class: 'wide', role: 'region', tabindex: '0', 'aria-labelledby': 'standings-title' }, make('table', {}, buildHead(), parts.rows));
  parts.below = make('div');
  parts.boards = make('ul', { class: 'boards' });
  parts.more = make('p', { class: 'note' });
  parts.ended = make('ol', { class: 'list' });
  parts.troubles = make('ul', { class: 'list' });
  root.replaceChildren(parts.state, parts.bar, parts.about,
    section('standings', w.standings, parts.table, parts.below),
    section('boards', w.boards, parts.boards, parts.more),
    make('div', { class: 'two' }, section('ended', w.ended, parts.ended), section('troubles', w.troubles, parts.troubles)));
  root.lang = state.language ? 'ru' : 'en';
  for (const kind of Object.keys(told)) stale.add(kind);
  show();
}

function buildHead() {
  const w = words();
  const number = (text) => make('th', { scope: 'col', class: 'n' }, text);
  return make('thead', {}, make('tr', {}, number(w.rank), make('th', { scope: 'col' }, w.bot), number(w.games), number(w.wins),
    number(w.points), number(w.points_per_game), make('td'), number(w.elo), make('td')));
}

// ---- What changes.

function show() {
  showState();
  if (state.paused) return;
  if (stale.has('league')) showLeague(told.league);
  if (stale.has('standings')) showStandings(told.standings);
  if (stale.has('boards')) showBoards(told.boards);
  stale.clear();
}

function showState() {
  const w = words();
  const phase = state.lost ? 'lost' : state.phase;
  const said = state.paused && !state.lost ? w.paused : w[phase];
  // What has not changed is not said again.
  if (parts.said.textContent !== said) parts.said.textContent = said;
  parts.state.dataset.phase = phase;
  parts.pause.hidden = phase !== 'running';
  parts.pause.textContent = state.paused ? w.go_on : w.pause;
  parts.pause.setAttribute('aria-pressed', String(state.paused));
}

function showLeague(league) {
  const w = words();
  const facts = [[w.rules, make('code', {}, data.rules), ' ', make('span', { class: 'soft', lang: 'en' }, data.rules_name)],
    [w.kind, data.kind[state.language]]];
  if (!league) {
    parts.about.replaceChildren(...facts.map(fact));
    return;
  }
  const most = league.test ? ` ${w.at_most}` : '';
  facts.push([w.games, `${league.played} ${w.of}${most} ${league.games}`]);
  if (league.round) facts.push([w.round, `${league.round[0]} ${w.of} ${league.round[1]}`]);
  if (league.per_second !== null) facts.push([w.speed, `${decimal(league.per_second, 1)} ${w.per_second}`]);
  if (league.seconds_left !== null) facts.push([w.left, `${league.test ? `${w.at_most} ` : ''}${duration(league.seconds_left)}`]);
  const forfeits = told.standings ? told.standings.forfeits : '0';
  if (forfeits !== '0') facts.push([w.forfeits, forfeits]);
  if (league.test) facts.push([w.test, testText(league.test)]);
  parts.about.replaceChildren(...facts.map(fact));
  parts.bar.value = league.part;
  document.title = `${Math.floor(league.part * 100)} % ${data.name}`;
  parts.ended.replaceChildren(...league.ended.map(endedItem));
  if (!league.ended.length) parts.ended.append(make('li', { class: 'soft' }, w.no_games_yet));
  parts.troubles.replaceChildren(...league.troubles.map(troubleItem));
  if (!league.troubles.length) parts.troubles.append(make('li', { class: 'soft' }, w.no_troubles));
  if (league.more_troubles !== '0') parts.troubles.append(make('li', { class: 'soft' }, `${league.more_troubles} ${w.more_troubles}`));
}

function fact([name, ...what]) {
  return make('div', {}, make('dt', {}, name), make('dd', {}, ...what));
}

function testText(test) {
  const w = words();
  const text = `${w.ratio} ${decimal(test.ratio, 2)} (${decimal(test.low, 2)} … ${decimal(test.high, 2)}), ${test.pairs} ${w.pairs}`;
  return test.accepts ? `${text}: ${w[test.accepts]}` : text;
}

function endedItem(game) {
  const w = words();
  const [winner, loser] = [game.winner, 1 - game.winner];
  return make('li', {}, make('span', { class: 'id' }, game.game), ' ', make('b', {}, game.bots[winner]), ` ${w.beats} ${game.bots[loser]}: `,
    `${w[game.kind] || game.kind} (${game.points}), ${turnCount(game.turns)}`);
}

function troubleItem(trouble) {
  const w = words();
  const item = make('li');
  if (trouble.game) item.append(make('span', { class: 'id' }, trouble.game), ' ');
  if (trouble.bot) item.append(make('b', {}, trouble.bot), ' ');
  if (trouble.what === 'fault') item.append(`${w.lost_by} `, make('code', {}, trouble.code), ' ', make('code', {}, trouble.rule));
  else item.append(w[trouble.what]);
  if (trouble.message) item.append(make('bdi', { class: 'message', lang: 'en' }, trouble.message));
  return item;
}

function showStandings(standings) {
  const w = words();
  const has = standings !== null;
  parts.table.hidden = !has;
  if (!has) {
    parts.below.replaceChildren(make('p', { class: 'soft' }, w.no_games_yet));
    return;
  }
  const table = standings.tables[state.language];
  parts.rows.replaceChildren(...table.rows.map((row) => standingRow(row, table)));
  const notes = [];
  if (standings.more !== '0') notes.push(make('p', { class: 'note' }, `${standings.more} ${w.more_bots}`));
  if (table.no_ratings) notes.push(make('p', { class: 'note' }, `${w.no_ratings} `, make('span', { lang: 'en' }, `${table.no_ratings}.`)));
  parts.below.replaceChildren(...notes, make('p', { class: 'note' }, w.standings_note));
}

function standingRow(row, table) {
  const number = (text) => make('td', { class: 'n' }, text);
  const bar = (at, zero) => make('td', { class: 'bar' }, ...(at ? [whisker(at, zero)] : []));
  const dot = make('span', { class: `dot ${row.series}`, 'aria-hidden': 'true' });
  return make('tr', {}, number(row.rank), make('th', { scope: 'row', title: row.name }, dot, row.name), number(row.games), number(row.wins),
    number(row.points), number(row.per_game), bar(row.per_game_bar, table.zero_points), number(row.elo), bar(row.elo_bar, table.zero_elo));
}

// A value with its interval, as in the page of a league that is over.
function whisker(at, zero) {
  const range = `M${at.low} 8H${at.high}M${at.low} 5V11M${at.high} 5V11`;
  return draw('svg', { class: 'whisker', viewBox: '0 0 120 16', width: 120, height: 16, 'aria-hidden': 'true' }, [
    draw('path', { class: 'zero', d: `M${zero} 1V15` }),
    draw('path', { class: 'range', d: range }),
    draw('circle', { cx: at.value, cy: 8, r: 3.5 }),
  ]);
}

// Boards that have not changed stay as they are.
function showBoards(boards) {
  const w = words();
  const shown = boards ? boards.boards : [];
  const old = parts.boards.children;
  shown.forEach((board, place) => {
    const key = `${state.language} ${JSON.stringify(board)}`;
    if (old[place] && old[place].dataset.key === key) return;
    const item = boardItem(board);
    item.dataset.key = key;
    if (old[place]) old[place].replaceWith(item);
    else parts.boards.append(item);
  });
  while (old.length > shown.length) old[shown.length].remove();
  const more = boards && boards.more !== '0' ? `${boards.more} ${w.more_boards}` : '';
  const none = boards ? w.no_boards : '';
  parts.more.replaceChildren(shown.length ? `${w.boards_note} ${more}` : none);
}

function boardItem(board) {
  const w = words();
  const turns = readTurns(board.turns);
  const all = positions(turns, data.start, data.opposite);
  const position = all[all.length - 1];
  const turn = turns[turns.length - 1] || null;
  const mover = turn ? turn.seat : 0;
  const shown = { position, turn, before: all[Math.max(all.length - 2, 0)] };
  const picture = drawBoard(shown, { viewer: 0, opposite: data.opposite, mover, words: w });
  const pips = [0, 1].map((seat) => pipCount(position[seat]));
  picture.setAttribute('aria-label', [0, 1].map((seat) => `${board.bots[seat]}: ${pips[seat]} ${w.pips}`).join('; '));
  const player = (seat) => make('span', { class: turn && seat === mover ? 'moving' : '' }, checker(seat), board.bots[seat]);
  const roll = turn ? `, ${w.turn} ${turns.length}: ${turn.leftover ? '~' : ''}${turn.dice.join('-')}` : '';
  return make('li', {}, make('p', { class: 'players' }, player(0), player(1)), picture,
    make('p', { class: 'caption' }, `${w.game} ${board.game}${roll}; ${w.pips} ${pips.join('–')}`));
}

// ---- What people do, and what the arena says.

function togglePause() {
  state.paused = !state.paused;
  show();
}

function speak(language) {
  state.language = language === 'ru' ? 1 : 0;
  document.documentElement.lang = language;
  for (const at of document.querySelectorAll('[data-language]')) {
    at.setAttribute('aria-pressed', String(at.dataset.language === language));
  }
  build();
}

const OVER = ['complete', 'decided', 'stopped', 'broken'];

// What the arena tells; and how soon it is asked again when it had no room for one more page.
let source = null;
const AGAIN = 5000;

let losing = 0;
function showLost() {
  state.lost = true;
  showState();
}

function listen() {
  source = new EventSource('events');
  for (const kind of Object.keys(told)) {
    source.addEventListener(kind, (message) => {
      told[kind] = JSON.parse(message.data);
      stale.add(kind);
      // The number of forfeits stands among the facts.
      if (kind === 'standings') stale.add('league');
      if (kind === 'league') {
        state.phase = told.league.phase;
        if (OVER.includes(state.phase)) state.paused = false;
      }
      clearTimeout(losing);
      losing = 0;
      state.lost = false;
      show();
    });
  }
  // It tries again by itself, unless what answers is not this arena any more; and now and then the
  // arena hangs up on purpose, which nobody needs to see.
  source.addEventListener('error', () => {
    if (OVER.includes(state.phase)) {
      source.close();
      return;
    }
    if (!losing) losing = setTimeout(showLost, 3000);
    if (source.readyState === EventSource.CLOSED) setTimeout(listenAgain, AGAIN);
  });
}

function listenAgain() {
  const isOver = OVER.includes(state.phase);
  if (!document.hidden && !isOver && source.readyState === EventSource.CLOSED) listen();
}

// A browser has few connections to one place; a page that nobody sees needs none.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    clearTimeout(losing);
    losing = 0;
    source.close();
  } else listenAgain();
});

for (const at of document.querySelectorAll('[data-language]')) {
  at.addEventListener('click', () => speak(at.dataset.language));
}
speak(navigator.language.startsWith('ru') ? 'ru' : 'en');
listen();
