// @ts-check
/** The board of the home page plays a game by itself. */

import { LudariumBoard } from './board.js';
import { element } from './parts.js';

const data = JSON.parse(element('data').textContent);
/** @type {LudariumBoard} */
const board = element('board');
const pause = element('pause');
let shown = 0;
/** @type {number | undefined} */
let timer;

/** How long a position stays, in milliseconds; the last one longer. */
const wait = () => (shown === data.positions.length - 1 ? 5000 : 1800);

function next() {
  shown = (shown + 1) % data.positions.length;
  board.update(data.positions[shown], shown > 0);
  timer = setTimeout(next, wait());
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  pause.textContent = 'Play';
}

function start() {
  timer = setTimeout(next, wait());
  pause.textContent = 'Stop';
}

board.silent = true;
board.setBoard(data.board);
board.update(data.positions[0], false);
pause.hidden = false;
pause.addEventListener('click', () => (timer === undefined ? start() : stop()));
// Somebody who does not want motion starts it by hand.
if (matchMedia('(prefers-reduced-motion: reduce)').matches) stop();
else start();
