// @ts-check
/** The editor: a description beside the board that follows it. */

import './board.js';
import {
  Decoration, EditorState, EditorView, StateEffect, StateField, bracketMatching, closeBrackets, closeBracketsKeymap, completionKeymap,
  defaultKeymap, drawSelection, foldGutter, foldKeymap, formatDocument, highlightActiveLine, highlightSpecialChars, history,
  historyKeymap, indentOnInput, keymap, lineNumbers, lintGutter, lintKeymap, search, searchKeymap,
} from './codemirror.js';
import { Language } from './language.js';
import { gameModule } from './module.js';
import { ludemes } from './ludemes.js';
import { element, made, playOn, showChoices, showHands, showThrow } from './parts.js';

/** @typedef {import('./language.js').Problem} Problem */
/** @typedef {import('./language.js').Range} Range */

const data = JSON.parse(element('data').textContent);
/** @type {import('./board.js').LudariumBoard} */
const board = element('board');

/** How long nothing is typed before the board follows, in milliseconds. */
const PAUSE = 300;

/** The moves made on the board, and what else the position depends on. */
const play = { moves: /** @type {string[]} */ ([]), options: /** @type {[string, string][]} */ ([]), seed: 1 };
/** The position that is shown. @type {any} */
let shown = null;

/** Marks what a step of an explanation is about. @type {any} */
const mark = StateEffect.define();
const marked = StateField.define({
  create: () => Decoration.none,
  update(/** @type {any} */ marks, /** @type {any} */ change) {
    let now = marks.map(change.changes);
    for (const effect of change.effects) {
      if (effect.is(mark)) {
        const [from, to] = effect.value;
        now = from < to ? Decoration.set([Decoration.mark({ class: 'cm-evaluated' }).range(from, to)]) : Decoration.none;
      }
    }
    return now;
  },
  provide: (/** @type {any} */ field) => EditorView.decorations.from(field),
});

const language = new Language(showProblems, (state) => { element('state').textContent = state; }, gameModule(data.module));

const stored = `ludarium:text:${data.from}`;
const kept = localStorage.getItem(stored);
const view = new EditorView({
  parent: element('text'),
  state: EditorState.create({
    doc: kept ?? data.text,
    extensions: [
      EditorView.cspNonce.of(element('data').dataset.nonce ?? ''),
      lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), highlightSpecialChars(), highlightActiveLine(),
      indentOnInput(), bracketMatching(), closeBrackets(), search({ top: true }), ludemes, marked,
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
      EditorState.tabSize.of(4),
      EditorView.contentAttributes.of({ 'aria-label': 'The text of the game', spellcheck: 'false', tabindex: '0' }),
      language.extension(),
      EditorView.updateListener.of((/** @type {any} */ update) => { if (update.docChanged) changed(); }),
    ],
  }),
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    keep();
    refresh(false);
  }, PAUSE);
}

/** Keeps the text in this browser. */
function keep() {
  const text = view.state.doc.toString();
  try {
    if (text === data.text) localStorage.removeItem(stored);
    else localStorage.setItem(stored, text);
    element('state').textContent = text === data.text ? '' : 'Kept in this browser.';
  } catch {
    element('state').textContent = 'This browser keeps nothing: download the text.';
  }
  element('restore').hidden = text === data.text;
}

/** What a request says about the position. */
const position = () => ({ moves: play.moves, options: play.options, seed: play.seed });

/** What went wrong: the service answers with objects that are no errors. @param {any} error @returns {string} */
const messageOf = (error) => error?.message ?? String(error);

let asked = 0;
/** Shows the position of the text as it is now. @param {boolean} animated */
async function refresh(animated) {
  asked += 1;
  const own = asked;
  /** @type {any} */ let now;
  try {
    now = await language.ask('ludarium/position', position());
  } catch (error) {
    if (own !== asked) return;
    const why = messageOf(error);
    const illegal = /^move (\d+): /.exec(why);
    if (illegal) {
      // The text has changed under the moves: those that are still legal stay.
      play.moves.length = Number(illegal[1]) - 1;
      element('problem').textContent = `The later moves are no longer legal (${why}).`;
      await refresh(false);
      return;
    }
    if (/no such (option|reading)|no option|no reading/.test(why) && play.options.length > 0) {
      play.options = [];
      await refresh(false);
      return;
    }
    if (why.includes('a later position')) return;
    element('turn').textContent = shown ? `The board shows the last text that was a game: ${why}.` : `No board yet: ${why}.`;
    board.classList.add('stale');
    return;
  }
  if (own === asked) show(now, animated);
}

/** @param {any} now @param {boolean} animated */
function show(now, animated) {
  const { snapshot } = now;
  board.classList.remove('stale');
  const places = JSON.stringify([now.board.width, now.board.height, now.board.sites, now.board.svg.length]);
  if (places !== shown?.places) board.setBoard(now.board);
  board.update(snapshot, animated);
  shown = { ...now, places };
  element('turn').textContent = now.turn;
  showChoices(snapshot, make);
  showThrow(snapshot);
  showHands(snapshot, board);
  showOptions(now.options);
  for (const id of ['tools', 'move-form', 'record']) element(id).hidden = false;
  element('back').disabled = play.moves.length === 0;
  element('reply').disabled = snapshot.legal.length === 0;
  element('moves').replaceChildren(...now.moves.map((/** @type {[string, string]} */ [side, text]) => made('li', `${side}: ${text}`)));
}

/** @param {{heading: string, items: [string, string][], chosen: number}[]} options */
function showOptions(options) {
  element('options').replaceChildren(...options.map(({ heading, items, chosen }) => {
    const label = made('label', `${heading} `);
    const select = document.createElement('select');
    for (const [name, meaning] of items) {
      const option = made('option', name);
      option.title = meaning;
      select.append(option);
    }
    select.selectedIndex = chosen;
    select.addEventListener('change', () => {
      play.options = [...play.options.filter(([own]) => own !== heading), [heading, items[select.selectedIndex][0]]];
      again();
    });
    label.append(select);
    return label;
  }));
}

/** Makes a move. @param {string} text */
async function make(text) {
  element('problem').textContent = '';
  const before = play.moves.length;
  if (shown && !shown.snapshot.legal.some((/** @type {[string]} */ [own]) => own === text)) {
    // Written differently than in the list, or not legal: the service knows.
    const told = await language.ask('ludarium/explain', { ...position(), move: text }).catch(() => null);
    if (told && !told.legal) {
      element('problem').textContent = told.why ?? `${text} is not legal.`;
      showExplanation(told);
      return;
    }
    if (told) text = told.move;
  }
  play.moves.push(text);
  element('explanation').hidden = true;
  await refresh(true);
  if (element('against').checked && play.moves.length === before + 1) await reply();
}

/** Has the computer move. */
async function reply() {
  if (!shown || shown.snapshot.legal.length === 0) return;
  element('turn').textContent = 'Thinking …';
  const answer = await language.ask('ludarium/reply', position()).catch((error) => {
    element('problem').textContent = messageOf(error);
    return null;
  });
  if (answer?.move) play.moves.push(answer.move);
  await refresh(true);
}

/** Begins again, with other chance. */
async function again() {
  play.moves = [];
  play.seed += 1;
  element('problem').textContent = '';
  element('explanation').hidden = true;
  await refresh(false);
}

/** Asks why a move is legal or not. @param {string} text */
async function explain(text) {
  const told = await language.ask('ludarium/explain', { ...position(), move: text }).catch((error) => {
    element('problem').textContent = messageOf(error);
    return null;
  });
  if (told) showExplanation(told);
}

/** What the kinds of steps say before their text. */
const WORDS = /** @type {Record<string, string>} */ ({ holds: '✓ yes', fails: '✗ no', lists: 'rule', does: '→ does', threat: 'threat', priority: '', after: '' });

/** @param {any} told */
function showExplanation(told) {
  element('explanation').hidden = false;
  element('verdict').textContent = told.legal
    ? `${told.move} is legal. Step by step:`
    : `${told.move} is not legal${told.why ? `: ${told.why}` : ''}. ${told.steps.length > 0 ? 'By the rules:' : ''}`;
  const rows = told.steps.map((/** @type {any} */ step) => {
    const row = document.createElement('li');
    row.className = step.kind;
    row.style.marginInlineStart = `${Math.min(step.depth, 8) * 1.1}rem`;
    const button = made('button', `${WORDS[step.kind]} ${step.text.length > 90 ? `${step.text.slice(0, 88)} …` : step.text}`.trim());
    button.title = `${step.place}\n${step.text}`;
    button.addEventListener('click', () => showStep(step));
    row.append(...(step.text ? [button] : []), made('span', step.said.join('; ')));
    return row;
  });
  if (told.cut) rows.push(made('li', 'The rest is left out.'));
  element('steps').replaceChildren(...rows);
}

/** Shows the place of a step in the text, and on the board what it did or the region it asks about. @param {any} step */
function showStep(step) {
  if (step.range) {
    const [from, to] = [language.offset(step.range.start), language.offset(step.range.end)];
    view.dispatch({ effects: [mark.of([from, to]), EditorView.scrollIntoView(from, { y: 'center' })] });
  } else {
    view.dispatch({ effects: mark.of([0, 0]) });
    element('problem').textContent = step.place ? `This stands in the standard definitions: ${step.place}.` : '';
  }
  if (shown) board.update(shown.snapshot, false);
  for (const site of step.sites ?? []) board.put(site);
  board.pointOut(step.region ?? []);
}

/** @param {Problem[]} problems */
function showProblems(problems) {
  const rows = problems.map(({ finding, fixes }) => {
    const row = document.createElement('li');
    const { line } = finding.range.start;
    const place = made('button', `Line ${line + 1}: ${finding.message}`);
    place.className = finding.severity === 1 ? 'place' : 'place warning';
    place.addEventListener('click', () => goTo(finding.range));
    row.append(place);
    for (const fix of fixes) {
      const button = made('button', fix.title);
      button.className = 'primary';
      button.addEventListener('click', () => language.apply(fix));
      row.append(button);
    }
    return row;
  });
  const none = made('li', 'None.');
  none.className = 'none';
  element('problems').replaceChildren(...(rows.length > 0 ? rows : [none]));
}

/** @param {Range} range */
function goTo(range) {
  const [anchor, head] = [language.offset(range.start), language.offset(range.end)];
  view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
  view.focus();
}

/** Stores the text under an address of its own. */
async function share() {
  const answer = await fetch('/editor/drafts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: view.state.doc.toString() }),
  });
  const place = element('address');
  place.hidden = false;
  if (!answer.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    place.textContent = page.querySelector('main p')?.textContent ?? 'The text could not be stored.';
    return;
  }
  const { address } = await answer.json();
  const link = made('a', new URL(address, location.href).href);
  link.setAttribute('href', address);
  place.replaceChildren('Everybody with this address sees the text as it is now: ', link);
  await navigator.clipboard?.writeText(link.textContent ?? '').catch(() => undefined);
}

function download() {
  const text = view.state.doc.toString();
  const name = /\(game\s+"([^"]+)"/.exec(text)?.[1] ?? 'game';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.lud`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Puts a text in place of the whole. @param {string} text */
function replace(text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

playOn(board, make);
board.addEventListener('nomove', (event) => {
  const [from, to] = /** @type {CustomEvent} */ (event).detail;
  explain(`${from}-${to}`);
});
element('origin').textContent = data.origin ? `This began as ${data.origin}; your changes are your own.` : '';
element('share').addEventListener('click', share);
element('download').addEventListener('click', download);
element('tidy').addEventListener('click', () => formatDocument(view));
element('restore').addEventListener('click', () => replace(data.text));
element('template').addEventListener('change', (/** @type {any} */ event) => {
  if (event.target.value) location.assign(`/editor?template=${event.target.value}`);
});
element('reply').addEventListener('click', reply);
element('back').addEventListener('click', () => {
  play.moves.pop();
  refresh(false);
});
element('again').addEventListener('click', again);
element('why').addEventListener('click', () => {
  const text = element('move-text').value.trim();
  if (text) explain(text);
  else element('problem').textContent = 'Type a move first: the sites that it goes from and to.';
});
element('restore').hidden = kept === null;
language.serve(view);
language.whenReady(() => refresh(false));
