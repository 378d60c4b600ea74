// The page: one state, what changes it, and what is asked of the server when it changed.

import * as answer from './answer.js';
import { quietPatterns, readBoard, Refused, solve } from './ask.js';
import { Board, HOLE, marked } from './board.js';
import { Grid, paintOf } from './grid.js';
import { Game, parseOffsets } from './rule.js';
import { fromFragment, toFragment } from './share.js';

const byId = (id) => document.getElementById(id);
const on = (id, event, act) => byId(id).addEventListener(event, act);
const say = (text) => (byId('status').textContent = text);

// What undo brings back. `left`: the presses still to do, while an answer is known; `start`: the board that play began
// on, with its minimum.
const FIRST = { board: new Board(5, 5), moves: 0, start: null, report: null, left: null, following: false };

const state = {
  ...FIRST,
  game: null,
  goal: 'off',
  past: [],
  future: [],
  proof: 0,
  quiet: { at: -1, patterns: null },
};
const KEPT = Object.keys(FIRST);
const kept = () => Object.fromEntries(KEPT.map((key) => [key, state[key]]));

let pointing = -1;

const grid = new Grid(byId('grid'), byId('scroller'), { stroke, done, key, look });

// ---- changing the board

let stroking = null;

function tool() {
  return document.querySelector('input[name=tool]:checked').value;
}

function chooseTool(value) {
  document.querySelector(`input[name=tool][value=${value}]`).checked = true;
}

function stroke(cells, first) {
  if (first && tool() === 'press') return press(cells[0]);
  if (first) stroking = { before: kept(), paint: paintOf(tool(), state.board.cells[cells[0]]), tool: tool() };
  if (!stroking) return;
  // Lights are painted over holes only by the tool for holes.
  const free = cells.filter((cell) => stroking.tool === 'hole' || state.board.cells[cell] !== HOLE);
  state.board = state.board.with(free, stroking.paint);
  Object.assign(state, { ...FIRST, board: state.board });
  draw();
}

function done() {
  if (!stroking) return;
  remember(stroking.before);
  stroking = null;
  changed();
}

function press(cell) {
  if (state.board.isHole(cell)) return;
  remember(kept());
  const { board, report, left, moves } = state;
  const start = moves > 0 ? state.start : { board, minimum: minimumOf(report) };
  Object.assign(state, { board: board.pressed(state.game, [cell]), moves: moves + 1, start });
  if (left?.has(cell)) {
    // A hint was followed: what is left of a shortest way is a shortest way.
    state.left = new Set([...left].filter((other) => other !== cell));
    state.following = true;
    changed(true);
  } else {
    Object.assign(state, { report: null, left: null, following: false });
    changed();
  }
}

function minimumOf(report) {
  return report?.solvable ? { count: report.presses, proved: report.status === 'optimal' } : null;
}

// Replaces the board by another one, as a new start.
function replace(board) {
  remember(kept());
  Object.assign(state, { ...FIRST, board });
  changed();
}

function remember(snapshot) {
  state.past.push(snapshot);
  if (state.past.length > 500) state.past.shift();
  state.future = [];
}

function travel(from, to, word) {
  if (from.length === 0) return say(`Nothing to ${word}.`);
  to.push(kept());
  Object.assign(state, from.pop());
  byId('rows').value = state.board.rows;
  byId('cols').value = state.board.cols;
  readGame();
  changed(state.report !== null);
  say(word === 'undo' ? 'Undone.' : 'Redone.');
}

const undo = () => travel(state.past, state.future, 'undo');
const redo = () => travel(state.future, state.past, 'redo');

// ---- asking

let asking = null;

const busy = (is) => byId('answer').setAttribute('aria-busy', String(is));

// After any change: `known` when the answer to the new board is known already.
function changed(known = false) {
  asking?.abort();
  asking = null;
  busy(false);
  state.proof = 0;
  pointing = -1;
  hideQuiet();
  if (!known) ask();
  draw();
  share();
}

async function ask(seconds = 10) {
  asking?.abort();
  const mine = (asking = new AbortController());
  const { board, goal, game } = state;
  busy(true);
  const slow = setTimeout(() => asking === mine && answer.showWorking(null), 150);
  const question = { board: board.toRows(), goal, time_limit: seconds, ...game.asked() };
  try {
    const told = (progress) => {
      clearTimeout(slow);
      if (asking === mine) answer.showWorking(progress);
    };
    const report = await solve(question, told, mine.signal);
    if (asking === mine) answered(report);
  } catch (error) {
    if (asking !== mine) return;
    answer.showError(error instanceof Refused ? error.message : 'The server does not answer; is it still running?', true);
  } finally {
    clearTimeout(slow);
    if (asking === mine) {
      asking = null;
      busy(false);
    }
  }
}

function answered(report) {
  const left = report.solvable ? new Set(marked(report.pattern)) : null;
  if (left && !state.board.pressed(state.game, left).reaches(report.goal)) {
    return answer.showError('The presses do not do what they should. This is a bug; please report it.', false);
  }
  Object.assign(state, { report, left, following: false });
  if (state.moves === 0) state.start = { board: state.board, minimum: minimumOf(report) };
  draw();
  say(answer.showReport(report, left?.size ?? 0, false));
}

// ---- drawing

function draw() {
  const { board, report, left, quiet, proof } = state;
  grid.show(board);
  if (report) answer.showReport(report, left?.size ?? 0, state.following);
  if (report && !report.solvable) answer.showProof(report.witnesses, proof);
  const shown = quiet.at >= 0 ? quiet.patterns[quiet.at] : null;
  answer.showQuiet(report?.nullity, quiet.patterns?.length, quiet.at, shown?.length);
  const solved = board.reaches(state.goal);
  answer.showScore({ moves: state.moves, minimum: state.start?.minimum, solved });
  byId('undo').disabled = state.past.length === 0;
  byId('redo').disabled = state.future.length === 0;
  document.body.classList.toggle('solved', solved && state.moves > 0);
  if (shown) {
    grid.mark('quiet', new Map(shown.map((cell) => [cell, 0])));
  } else if (report && !report.solvable) {
    grid.mark('proof', new Map(marked(report.witnesses[proof].lights).map((cell) => [cell, 0])));
  } else if (left && byId('show-hints').checked) {
    grid.mark('press', new Map([...left].sort((a, b) => a - b).map((cell, i) => [cell, i + 1])), pointed());
  } else {
    grid.mark('press', new Map(pointed() >= 0 ? [[pointed(), 1]] : []), pointed());
  }
}

// The cell a hint points to, while it is one.
const pointed = () => (state.left?.has(pointing) ? pointing : -1);

function nextHint() {
  if (!state.left?.size) return false;
  pointing = Math.min(...state.left);
  chooseTool('press');
  draw();
  grid.focus(pointing);
  say(`Press row ${Math.floor(pointing / state.board.cols) + 1}, column ${(pointing % state.board.cols) + 1}.`);
  return true;
}

function pressHint() {
  if (!state.left?.size) return;
  chooseTool('press');
  press(pointed() >= 0 ? pointed() : Math.min(...state.left));
}

// The lights a press would toggle, under the pointer or the focus.
function look(cell) {
  const shown = cell !== null && tool() === 'press' && !state.board.isHole(cell);
  grid.reach(shown ? state.game.toggled(cell, state.board.isHole) : []);
}

function key(name, cell) {
  if (name === 'p') press(cell);
  else if (name === 'h') nextHint();
  else if (name === 'u') undo();
  else if (name === 'r') redo();
  else return false;
  return true;
}

// ---- quiet patterns and proofs

function hideQuiet() {
  state.quiet = { at: -1, patterns: null };
}

async function turnQuiet(step) {
  const { board, game, quiet } = state;
  if (!quiet.patterns) {
    try {
      const info = await quietPatterns(game, board);
      if (state.board !== board || state.game !== game) return;
      if (!info.quiet_patterns) return say('There are too many quiet patterns to show.');
      quiet.patterns = info.quiet_patterns.map(marked);
    } catch (error) {
      return say(error.message);
    }
  }
  const count = quiet.patterns.length;
  if (step === 0) quiet.at = quiet.at < 0 ? 0 : -1;
  else quiet.at = quiet.at < 0 ? (step > 0 ? 0 : count - 1) : (quiet.at + step + count) % count;
  draw();
  say(byId('quiet-text').textContent);
}

function turnProof(step) {
  const count = state.report?.witnesses?.length;
  if (!count) return;
  state.proof = (state.proof + step + count) % count;
  draw();
  say(byId('proof-text').textContent);
}

// ---- the game

function whole(id, least, most) {
  const input = byId(id);
  const value = Math.min(most, Math.max(least, Math.round(Number(input.value)) || least));
  input.value = value;
  return value;
}

function readGame() {
  const name = byId('rule').value;
  const offsets = byId('offsets').value;
  byId('distance-field').hidden = name !== 'diamond' && name !== 'ring';
  byId('offsets-field').hidden = name !== 'offsets';
  const fine = name !== 'offsets' || parseOffsets(offsets) !== null;
  byId('offsets-error').textContent = fine ? '' : 'Give pairs such as 0,0 0,1 -1,0';
  byId('offsets').setAttribute('aria-invalid', String(!fine));
  const rule = { name, distance: whole('distance', 0, 128), offsets, noSelf: byId('no-self').checked };
  const [rows, cols] = [whole('rows', 1, 64), whole('cols', 1, 64)];
  if (fine) state.game = new Game(rows, cols, rule, byId('topology').value);
  state.goal = byId('goal').value;
  return fine;
}

// The game was changed by hand: the board stays as far as it fits, and play starts anew.
function gameChanged() {
  if (!readGame()) return;
  const { rows, cols } = state.game;
  const same = rows === state.board.rows && cols === state.board.cols;
  if (!same) return replace(state.board.resized(rows, cols));
  // Answers remembered belong to the old rule.
  state.past.forEach((snapshot) => Object.assign(snapshot, { report: null, left: null, start: null, moves: 0 }));
  state.future = [];
  Object.assign(state, { ...FIRST, board: state.board });
  changed();
}

function takeBoard(board) {
  byId('rows').value = board.rows;
  byId('cols').value = board.cols;
  readGame();
  replace(board);
}

// ---- in and out

async function load(bytes) {
  byId('load-error').textContent = '';
  try {
    const { board } = await readBoard(bytes);
    takeBoard(Board.fromRows(board));
    say(`A board of ${board.length} rows and ${board[0].length} columns.`);
  } catch (error) {
    byId('load-error').textContent = error.message;
  }
}

const loadText = (text) => load(new TextEncoder().encode(text));

async function loadFile(file) {
  if (file.size > 1 << 20) byId('load-error').textContent = `${file.name} is larger than a board can be`;
  else await load(await file.arrayBuffer());
}

let sharing = 0;

// Browsers allow only so many changes of the address, so it follows a moment later.
function share() {
  clearTimeout(sharing);
  sharing = setTimeout(() => {
    history.replaceState(null, '', toFragment({ ...state, ...{ rule: state.game.rule, topology: state.game.topology } }));
    byId('link').value = location.href;
  }, 250);
}

function open(shared) {
  const { rule, topology, goal, board } = shared;
  byId('rule').value = rule.name;
  byId('distance').value = rule.distance;
  byId('offsets').value = rule.offsets;
  byId('no-self').checked = rule.noSelf;
  byId('topology').value = topology;
  byId('goal').value = goal;
  takeBoard(board);
}

// ---- wiring

for (const id of ['rows', 'cols', 'rule', 'distance', 'offsets', 'topology', 'goal', 'no-self']) {
  on(id, 'change', gameChanged);
}
byId('game').addEventListener('submit', (event) => event.preventDefault());
on('undo', 'click', undo);
on('redo', 'click', redo);
on('all-on', 'click', () => replace(state.board.mapLights(() => 1)));
on('clear', 'click', () => replace(state.board.mapLights(() => 0)));
on('invert', 'click', () => replace(state.board.mapLights((light) => light ^ 1)));
on('random', 'click', () => {
  // Random presses from the goal, so that there is a way back.
  const goal = state.board.mapLights(() => (state.goal === 'on' ? 1 : 0));
  replace(goal.pressed(state.game, [...goal.cells.keys()].filter(() => Math.random() < 0.5)));
});
on('hint', 'click', nextHint);
on('press-hint', 'click', pressHint);
on('show-hints', 'change', draw);
on('stop', 'click', () => ask(0.2));
on('longer', 'click', () => ask(60));
on('retry', 'click', () => ask());
on('restart', 'click', () => {
  const { board, minimum } = state.start;
  remember(kept());
  Object.assign(state, { ...FIRST, board, start: { board, minimum } });
  changed();
});
on('proof-previous', 'click', () => turnProof(-1));
on('proof-next', 'click', () => turnProof(1));
on('quiet-previous', 'click', () => turnQuiet(-1));
on('quiet-show', 'click', () => turnQuiet(0));
on('quiet-next', 'click', () => turnQuiet(1));
on('use-text', 'click', () => loadText(byId('text').value));
on('to-text', 'click', () => (byId('text').value = state.board.toRows().join('\n')));
on('file', 'change', (event) => event.target.files[0] && loadFile(event.target.files[0]));
on('copy', 'click', async () => {
  byId('link').select();
  try {
    await navigator.clipboard.writeText(byId('link').value);
    say('Copied.');
  } catch {
    say('The link is selected; copy it with Ctrl+C.');
  }
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const file = event.dataTransfer.files[0];
  if (file) loadFile(file);
  else loadText(event.dataTransfer.getData('text/plain'));
});
document.addEventListener('paste', (event) => {
  if (event.target.matches('input, textarea')) return;
  const file = event.clipboardData.files[0];
  if (file) loadFile(file);
  else loadText(event.clipboardData.getData('text/plain'));
});
document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches('input[type=text], textarea')) return;
  const name = event.key.toLowerCase();
  if (name !== 'z' && name !== 'y') return;
  event.preventDefault();
  if (name === 'y' || event.shiftKey) redo();
  else undo();
});
window.addEventListener('hashchange', () => {
  const shared = fromFragment(location.hash);
  if (shared) open(shared);
  else say('The link does not describe a board.');
});

readGame();
const shared = fromFragment(location.hash);
if (shared) open(shared);
else changed();
state.past = [];
draw();
