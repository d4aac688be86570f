// @ts-check
/** A position that its address names: moves are tried, lines are kept as branches. */

import { LudariumBoard } from './board.js';
import { ANALYSIS_SECONDS, gameModule } from './module.js';
import { element, made, playOn, showChoices, showHands, showThrow } from './parts.js';
import { addSwitch } from './sound.js';

const data = JSON.parse(element('data').textContent);
/** @type {LudariumBoard} */
const board = element('board');

/**
 * A position in the tree of all lines that were tried.
 * @typedef {{text: string, side: string, parent: Branch | null, next: Branch[], last: Branch | null}} Branch
 */

/** @type {Branch} */
const root = { text: '', side: '', parent: null, next: [], last: null };
/** Who analyses here; else the server does. */
const thinks = element('analyse') ? gameModule(data.module) : null;
/** The position that is shown. */
let here = root;

/** The moves that lead to a position. @param {Branch} branch @returns {Branch[]} */
function path(branch) {
  const all = [];
  for (let own = branch; own.parent; own = own.parent) all.unshift(own);
  return all;
}

/** The end of the line that was last looked at. @param {Branch} branch @returns {Branch} */
function end(branch) {
  let own = branch;
  while (own.last) own = own.last;
  return own;
}

/** @param {Branch} from @param {string} text @param {string} side @returns {Branch} */
function branch(from, text, side) {
  const known = from.next.find((own) => own.text === text);
  const own = known ?? { text, side, parent: from, next: [], last: null };
  if (!known) from.next.push(own);
  from.last = own;
  return own;
}

/** The part of the address that names a position. @param {string[]} moves */
function query(moves) {
  const pairs = [...data.fields, ...moves.map((text) => ['m', text])];
  return new URLSearchParams(pairs).toString();
}

/** Goes to the position after some moves. @param {string[]} moves @param {boolean} kept */
async function go(moves, kept) {
  element('problem').textContent = '';
  const answer = await fetch(`/study/${data.slug}/position?${query(moves)}`);
  if (!answer.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    element('problem').textContent = page.querySelector('main p')?.textContent ?? 'This move cannot be made.';
    return;
  }
  const now = await answer.json();
  const before = path(here).length;
  here = now.moves.reduce((/** @type {Branch} */ from, /** @type {any} */ own) => branch(from, own.text, own.side), root);
  // A board in a frame leaves no trace in the history of the page around it.
  if (kept) history[window.top === window ? 'pushState' : 'replaceState'](null, '', `?${query(now.moves.map((/** @type {any} */ own) => own.text))}`);
  // Only a move forward is seen as one.
  show(now, now.moves.length === before + 1);
}

/** @param {Branch} branch */
const goTo = (branch) => go(path(branch).map((own) => own.text), true);

/** @param {string} text */
const play = (text) => go([...path(here).map((own) => own.text), text], true);

/** @param {any} now @param {boolean} animated */
function show(now, animated) {
  const { snapshot } = now;
  if (snapshot.board) board.setBoard(snapshot.board);
  board.update(snapshot, animated);
  element('turn').textContent = now.turn;
  showChoices(snapshot, play);
  // A board in a frame has neither.
  if (element('legal-moves')) element('legal-moves').hidden = true;
  element('lines')?.replaceChildren();
  showThrow(snapshot);
  showHands(snapshot, board);
  const text = element('position-text');
  if (text) text.value = now.text ?? '';
  showMoves();
}

/** The line that is shown, with the other moves that were tried at each point. */
function showMoves() {
  const line = path(end(here));
  element('moves').replaceChildren(...line.map((own) => {
    const row = document.createElement('li');
    const button = made('button', `${own.side}: ${own.text}`);
    if (own === here) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => goTo(own));
    row.append(button);
    for (const other of own.parent?.next ?? []) {
      if (other === own) continue;
      const instead = made('button', `or ${other.text}`);
      instead.className = 'branch';
      instead.addEventListener('click', () => goTo(other));
      row.append(instead);
    }
    return row;
  }));
}

/**
 * The best lines of a position, found here or by the server.
 * @param {string} position The part of the address that names it.
 * @returns {Promise<{moves: string[], value: number, proved: boolean}[] | null>}
 */
async function best(position) {
  const ask = (/** @type {string} */ what) => fetch(`/study/${data.slug}/${what}?${position}`, { method: 'POST' });
  if (thinks?.ready) {
    const sent = await ask('question');
    const reply = sent.ok ? await thinks.think({ ask: 'lines', position: await sent.json(), seconds: ANALYSIS_SECONDS }) : {};
    if (reply.lines) return reply.lines;
  }
  const answer = await ask('lines');
  return answer.ok ? answer.json() : null;
}

async function analyse() {
  const lines = element('lines');
  lines.replaceChildren(made('li', 'Thinking …'));
  const asked = here;
  const found = await best(query(path(here).map((own) => own.text)));
  if (asked !== here) return;
  if (!found) {
    lines.replaceChildren(made('li', 'The server is busy; try again in a moment.'));
    return;
  }
  lines.replaceChildren(...(found.length === 0 ? [made('li', 'There is nothing to choose.')] : found.map((own) => {
    const row = made('li', `${(100 * own.value).toFixed(0)} %${own.proved ? ', proved' : ''}: `);
    const button = made('button', own.moves.join(' '));
    button.addEventListener('click', () => play(own.moves[0]));
    row.append(button);
    return row;
  })));
}

board.setBoard(data.board);
playOn(board, play);
element('start')?.addEventListener('click', (/** @type {Event} */ event) => {
  event.preventDefault();
  goTo(root);
});
element('tools').hidden = false;
addSwitch(element('tools'));
element('flip').addEventListener('click', () => board.turn(data.snapshot.players.length > 2 ? 1 : 2));
element('first').addEventListener('click', () => goTo(root));
element('back').addEventListener('click', () => goTo(here.parent ?? root));
element('next').addEventListener('click', () => goTo(here.last ?? here));
element('last').addEventListener('click', () => goTo(end(here)));
element('analyse')?.addEventListener('click', analyse);
addEventListener('popstate', () => go(new URLSearchParams(location.search).getAll('m'), false));
here = data.moves.reduce((/** @type {Branch} */ from, /** @type {any} */ own) => branch(from, own.text, own.side), root);
show(data, false);
