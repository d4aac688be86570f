// @ts-check
/** What pages with a board have in common. */

import { sound } from './sound.js';

/** @typedef {import('./board.js').LudariumBoard} LudariumBoard */

/** @param {string} id @returns {any} */
export const element = (id) => document.getElementById(id);

/** @param {string} tag @param {string} text */
export function made(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

/**
 * Shows what lies beside the board; a click on a piece chooses it.
 * @param {any} now @param {LudariumBoard} board
 */
export function showHands(now, board) {
  element('hands').replaceChildren(...now.hands.map((/** @type {any} */ hand) => {
    const row = document.createElement('div');
    row.className = 'hand';
    row.append(made('span', hand.player ? `${now.players[hand.player - 1]?.side} holds` : 'In stock'));
    for (const piece of hand.pieces) {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.slot = piece.slot;
      button.innerHTML = piece.svg;
      button.append(piece.count > 1 ? `× ${piece.count}` : '');
      button.setAttribute('aria-label', `${piece.text}, ${piece.count} beside the board`);
      button.addEventListener('click', () => board.choose(piece.slot));
      row.append(button);
    }
    return row;
  }));
}

/** The throw that was shown last, with the number of moves before it. @type {string | undefined} */
let thrown;

/** Shows the dice as they lie; a new throw rolls. @param {any} now */
export function showThrow(now) {
  const place = element('throw');
  place.innerHTML = now.dice ?? '';
  if (now.throw) place.append(made('p', `Throw: ${now.throw}`));
  const own = now.throw ? `${now.ply}: ${now.throw}` : '';
  if (thrown !== undefined && own && own !== thrown) {
    sound('throw');
    // Begins again, even if the dice still roll.
    place.classList.remove('rolling');
    void place.offsetWidth;
    place.classList.add('rolling');
  }
  thrown = own;
}

/** A button for a move. @param {string} text @param {(text: string) => void} play */
export function moveButton(text, play) {
  const button = made('button', text);
  button.addEventListener('click', () => play(text));
  return button;
}

/**
 * Shows the moves that lead from no site of the board to none, and offers all of them for typing.
 * @param {any} now @param {(text: string) => void} play
 */
export function showChoices(now, play) {
  const plain = now.legal.filter((/** @type {[string, number, number]} */ [, from, to]) => from < 0 && to < 0);
  element('choices').replaceChildren(...plain.map((/** @type {[string]} */ [text]) => moveButton(text, play)));
  element('legal')?.replaceChildren(...now.legal.slice(0, 400).map((/** @type {[string]} */ [text]) => {
    const option = document.createElement('option');
    option.value = text;
    return option;
  }));
}

/** Connects the board, the dialog of several moves and the field for typed moves. @param {LudariumBoard} board @param {(text: string) => void} play */
export function playOn(board, play) {
  board.addEventListener('move', (event) => play(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener('ask', (event) => {
    const dialog = element('which');
    dialog.querySelector('div').replaceChildren(.../** @type {CustomEvent} */ (event).detail.map((/** @type {string} */ text) => {
      const button = moveButton(text, play);
      button.addEventListener('click', () => dialog.close());
      return button;
    }));
    dialog.showModal();
  });
  board.addEventListener('selected', (event) => {
    for (const button of document.querySelectorAll('.hand button')) {
      const own = button instanceof HTMLElement && Number(button.dataset.slot) === /** @type {CustomEvent} */ (event).detail;
      button.classList.toggle('selected', own);
    }
  });
  element('move-form')?.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = element('move-text');
    if (field.value.trim()) play(field.value.trim());
    field.value = '';
  });
}
