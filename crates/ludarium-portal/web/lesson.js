// @ts-check
/** A page of a lesson: a move on the board is tried as if it were chosen in the form. */

import { LudariumBoard } from './board.js';
import { element, playOn, showChoices, showHands, showThrow } from './parts.js';

const data = JSON.parse(element('data').textContent);
/** @type {LudariumBoard} */
const board = element('board');

/** @param {string} text */
function attempt(text) {
  const form = element('try-form');
  form.elements.try.value = text;
  form.submit();
}

board.setBoard(data.board);
board.update(data.snapshot, false);
showThrow(data.snapshot);
showHands(data.snapshot, board);
if (element('try-form')) showChoices(data.snapshot, attempt);
playOn(board, attempt);
