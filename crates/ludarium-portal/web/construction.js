// @ts-check
/** A construction that writes its numbers one after the other. */

import { element } from './parts.js';

/**
 * @typedef {{title: string, text: string, rows: (number | null)[][], adds: number[], marked: [number, number][]}} Stage
 */

/** The time between two steps, in milliseconds. */
const PAUSE = 350;

/** @type {Stage[]} */
const stages = element('data') ? JSON.parse(element('data').textContent) : [];
const counts = stages.map((stage) => Math.max(1, stage.adds.length));
const steps = counts.reduce((sum, count) => sum + count, 0);
const nav = element('steps');
let step = nav ? Number(nav.dataset.step) : 0;
/** @type {number | undefined} */
let timer;

/** The stage of a step, and how many of its steps are made. @param {number} wanted @returns {[Stage, number]} */
function placed(wanted) {
  let left = wanted;
  for (const [index, stage] of stages.entries()) {
    if (left <= counts[index]) return [stage, left];
    left -= counts[index];
  }
  return [stages[stages.length - 1], counts[counts.length - 1]];
}

/** Writes the figure after the step into the table. */
function show() {
  const [stage, made] = placed(step);
  const hidden = new Set(stage.adds.slice(made));
  const newest = stage.adds[made - 1];
  const marked = new Set(made >= Math.max(1, stage.adds.length) ? stage.marked.map(([row, column]) => `${row},${column}`) : []);
  const rows = stage.rows.map((numbers, row) => {
    const line = document.createElement('tr');
    line.append(...numbers.map((number, column) => {
      const cell = document.createElement('td');
      if (number !== null && !hidden.has(number)) {
        cell.textContent = String(number);
        if (number === newest) cell.className = 'newest';
      }
      if (!cell.className && marked.has(`${row},${column}`)) cell.className = 'marked';
      return cell;
    }));
    return line;
  });
  element('figure').replaceChildren(...rows);
  element('count').textContent = `Step ${step} of ${steps}`;
  element('stage-title').textContent = stage.title;
  element('stage-text').textContent = stage.text;
}

function stop() {
  clearTimeout(timer);
  timer = undefined;
  // The page of the step has its links and, at the end, what the figure is.
  location.replace(step === steps ? nav.dataset.address : `${nav.dataset.address}&step=${step}`);
}

function next() {
  step += 1;
  show();
  if (step >= steps) stop();
  else timer = setTimeout(next, PAUSE);
}

if (nav) {
  const play = document.createElement('button');
  play.type = 'button';
  play.id = 'play';
  play.textContent = 'Play';
  play.addEventListener('click', () => {
    if (timer !== undefined) return stop();
    if (step >= steps) step = 0;
    play.textContent = 'Stop';
    for (const link of nav.querySelectorAll('a')) link.remove();
    document.querySelector('.right')?.remove();
    document.querySelector('.track')?.remove();
    return next();
  });
  nav.append(play);
}
