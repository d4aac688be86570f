// @ts-check
/** What moves on a board: pieces that slide, and seeds that fall one after the other. */

import { sound } from './sound.js';

/** @typedef {import('./board.js').LudariumBoard} LudariumBoard */

const SVG = 'http://www.w3.org/2000/svg';

/** The time that a piece slides, in milliseconds. */
const SLIDE = 180;

/** The time that a seed falls, in milliseconds, and the longest that a whole sowing may take. */
const SEED = 190;
const SOWING = 5000;

/** Whether the visitor wants to see motion. */
export const moves = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Slides the pieces of a site to it from another. @param {LudariumBoard} board @param {number} from @param {number} to */
export function slide(board, from, to) {
  const [a, b, group] = [board.places.get(from), board.places.get(to), board.group(to)];
  if (!a || !b || !group || from === to || !board.board) return;
  const { unit } = board.board;
  const inner = /** @type {SVGElement[]} */ ([...group.children]);
  const turned = (((-90 * board.turns) % 360) * Math.PI) / 180;
  // The pieces of a site are turned back: so is the way that they come.
  const [dx, dy] = [(a.x - b.x) / unit, (a.y - b.y) / unit];
  const [x, y] = [dx * Math.cos(-turned) - dy * Math.sin(-turned), dx * Math.sin(-turned) + dy * Math.cos(-turned)];
  for (const child of inner) {
    const holder = document.createElementNS(SVG, 'g');
    child.replaceWith(holder);
    holder.append(child);
    holder.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], { duration: SLIDE, easing: 'ease-out' });
  }
}

/**
 * Lets seeds fall one after the other.
 * @param {LudariumBoard} board
 * @param {Map<number, string>} before The pictures of the sites before the move.
 * @param {[number, number][]} sown From where to where each seed is carried.
 * @returns {() => void} Ends it at once, with the pictures after the move.
 */
export function sow(board, before, sown) {
  /** @type {Map<number, string>} */
  const after = new Map();
  for (const [slot, picture] of before) {
    const group = board.group(slot);
    if (!group) continue;
    after.set(slot, group.innerHTML);
    group.innerHTML = picture;
  }
  const time = Math.min(SEED, SOWING / sown.length);
  let next = 0;
  /** @type {Element | undefined} */
  let flying;
  /** @type {number | undefined} */
  let timer;
  board.classList.add('sowing');

  const end = () => {
    clearTimeout(timer);
    flying?.remove();
    for (const [slot, picture] of after) {
      const group = board.group(slot);
      if (group) group.innerHTML = picture;
    }
    board.classList.remove('sowing');
  };

  /** The middle of a site, in the units of the picture. @param {number} slot */
  const middle = (slot) => {
    const [place, own] = [board.places.get(slot), board.board];
    return place && own ? [(place.x - own.origin[0]) / own.unit, (place.y - own.origin[1]) / own.unit] : null;
  };

  /** @param {number} x @param {number} y */
  const seed = (x, y) => {
    const circle = document.createElementNS(SVG, 'circle');
    circle.setAttribute('class', 'seed');
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: 0.1, fill: '#cfd6c4', stroke: '#1f1a17', 'stroke-width': 0.025 })) {
      circle.setAttribute(name, String(value));
    }
    return circle;
  };

  /** @param {number} to */
  const land = (to) => {
    const [group, at] = [board.group(to), middle(to)];
    if (!group || !at) return;
    // The number of the seeds is written again at the end.
    for (const part of [...group.children]) if (!part.matches('.piece, .seed')) part.remove();
    const count = group.children.length;
    const [turn, far] = [count * 2.4, Math.min(0.3, 0.09 * Math.sqrt(count))];
    group.append(seed(at[0] + far * Math.cos(turn), at[1] + far * Math.sin(turn)));
    if (!board.silent) sound('seed');
  };

  const step = () => {
    flying?.remove();
    if (next > 0) land(sown[next - 1][1]);
    if (next === sown.length) return end();
    const [from, to] = sown[next];
    const fresh = next === 0 || sown[next - 1][0] !== from;
    // What is sown is taken up at once.
    if (fresh) board.group(from)?.replaceChildren();
    const [a, b] = [middle(fresh ? from : sown[next - 1][1]), middle(to)];
    next += 1;
    if (a && b) {
      const one = seed(b[0], b[1]);
      board.group(to)?.parentNode?.append(one);
      one.animate([{ transform: `translate(${a[0] - b[0]}px, ${a[1] - b[1]}px)` }, { transform: 'none' }], { duration: time, easing: 'ease-in-out' });
      flying = one;
    }
    timer = setTimeout(step, time);
    return undefined;
  };
  step();
  return end;
}
