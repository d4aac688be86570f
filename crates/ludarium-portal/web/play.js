// @ts-check
/**
 * The page of a game in progress: follows it and sends what the player does, over a WebSocket. Where that is blocked, it
 * follows by server-sent events, and each command is a request.
 */

import { LudariumBoard } from './board.js';
import { MOVE_SECONDS, gameModule } from './module.js';
import { element, made, playOn, showChoices, showHands, showThrow } from './parts.js';
import { addSwitch } from './sound.js';

const data = JSON.parse(element('data').textContent);
/** @type {LudariumBoard} */
const board = element('board');
let position = data.snapshot;
/** The moves of the record. @type {{player: number, text: string | null}[]} */
let moves = [];
/** The number of moves of the position that is shown; `null` for the newest. @type {number | null} */
let shown = null;
/** When the newest position came, for the clocks. */
let arrived = performance.now();
/** What brings the news. @type {WebSocket | EventSource | null} */
let line = null;
let waits = 500;
/** Who thinks for computer players here; else the server does. */
const here = gameModule(data.module);
/** The number of events of the position that was last thought about here. @type {number | null} */
let thoughtAbout = null;
/** How long a WebSocket may take to open, in milliseconds: some proxies never answer. */
const OPENING_MS = 5000;

/** @param {object} message */
function send(message) {
  element('problem').textContent = '';
  if (line instanceof EventSource) request(message);
  else if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
  else notSent();
}

function notSent() {
  element('problem').textContent = 'Not connected: the move was not sent.';
}

/** Sends a message as a request; the events bring what it leads to. @param {object} message */
async function request(message) {
  try {
    const answer = await fetch(`/play/${data.id}/events`, { method: 'POST', body: JSON.stringify(message) });
    if (answer.status === 409) receive(await answer.json());
    else if (!answer.ok) notSent();
  } catch {
    notSent();
  }
}

/** @param {string} text */
function play(text) {
  send({ do: 'move', text, ply: position.ply, thinks: Boolean(here?.ready) });
}

/** Finds the move of the computer whose turn it is, if this browser can. */
async function think() {
  const { mover, players, ply, events, result } = position;
  if (!here?.ready || result || players[mover - 1]?.who !== 'computer' || thoughtAbout === events) return;
  thoughtAbout = events;
  const reply = await found();
  // The game may have gone on, or back, meanwhile.
  if (reply?.move && position.events === events) send({ do: 'computer-move', text: reply.move, ply, thinks: true });
}

/** @returns {Promise<any>} The move that is found for the position as the server has it; nothing if the server thinks itself. */
async function found() {
  try {
    const answer = await fetch(`/play/${data.id}/question`, { method: 'POST' });
    if (!answer.ok) return null;
    const { level, position: sent } = await answer.json();
    return await here?.think({ ask: 'move', level, position: sent, seconds: MOVE_SECONDS });
  } catch {
    // The server thinks when it has waited for some seconds.
    return null;
  }
}

/** @param {number} player */
const side = (player) => position.players[player - 1]?.side ?? '';

/** Shows a position in all its parts. @param {any} now @param {boolean} animated */
function show(now, animated) {
  if (now.board) board.setBoard(now.board);
  board.update(now, animated);
  showPlayers();
  showHands(now, board);
  showChoices(now, play);
  showThrow(now);
  element('turn').textContent = turnText(now);
}

/** @param {any} now */
function turnText(now) {
  if (shown !== null) return `After move ${shown} of ${moves.length}`;
  const parts = [];
  const last = moves.at(-1);
  if (last) parts.push(`${side(last.player)}: ${last.text ?? 'a move that you do not see'}.`);
  parts.push(...now.said.map((/** @type {string} */ text) => `${text}.`));
  if (now.check) parts.push('Check.');
  if (now.result) parts.push(now.result.text + '.');
  else if (now.yours) parts.push(now.players.filter((/** @type {any} */ own) => own.you).length > 1 ? `${side(now.mover)} to move.` : 'Your move.');
  else if (now.players[now.mover - 1]?.who === 'open') parts.push(`Waiting for somebody to play ${side(now.mover)}.`);
  else if (now.players[now.mover - 1]?.who === 'computer') parts.push('The computer thinks.');
  else parts.push(`${side(now.mover)} to move.`);
  return parts.join(' ');
}

/** @param {number} ms */
function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The name of an account, as a link to its page. @param {string} name */
function page(name) {
  const link = made('a', name);
  link.setAttribute('href', `/player/${name}`);
  return link;
}

function showPlayers() {
  const gone = performance.now() - arrived;
  const rows = position.players.map((/** @type {any} */ player) => {
    const row = made('p', `${player.side}: `);
    row.append(player.account && data.accounts ? page(player.name) : player.who === 'open' ? 'open seat' : player.name);
    if (player.you) row.append(' (you)');
    if (player.score !== null) row.append(` · ${player.score} points`);
    if (player.left_ms !== null) {
      const running = player.player === position.mover && !position.players.some((/** @type {any} */ own) => own.who === 'open');
      row.append(` · ${clockText(player.left_ms - (running ? gone : 0))}`);
    }
    if (player.player === position.mover) {
      row.className = 'to-move';
      row.append(made('span', ' – to move'));
    }
    return row;
  });
  element('players').replaceChildren(...rows);
}

/** Draws the list of moves. */
function showMoves() {
  const rows = moves.map((move, index) => {
    const row = document.createElement('li');
    const button = made('button', `${side(move.player)}: ${move.text ?? 'unseen'}`);
    if (index + 1 === (shown ?? moves.length)) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => step(index + 1));
    row.append(button);
    return row;
  });
  element('moves').replaceChildren(...rows);
  // Only the list scrolls, not the page.
  const current = element('moves').querySelector('[aria-current]');
  if (current) element('moves').scrollTop = current.parentElement.offsetTop - element('moves').offsetTop - 100;
}

/** Shows the position after some moves. @param {number} ply */
async function step(ply) {
  const wanted = Math.max(0, Math.min(ply, moves.length));
  if (wanted === moves.length) {
    shown = null;
    reconnect();
    return;
  }
  const answer = await fetch(`/play/${data.id}/past/${wanted}`);
  if (!answer.ok) {
    element('problem').textContent = 'This position cannot be shown while the game goes on.';
    return;
  }
  shown = wanted;
  show({ ...(await answer.json()), legal: [] }, false);
  showMoves();
}

/** Goes back to the newest position: everything is sent again. */
function reconnect() {
  const old = line;
  if (old instanceof EventSource) connectByEvents(null);
  else connect(null);
  old?.close();
}

/** @param {any} message */
function receive(message) {
  if (message.refused) {
    element('problem').textContent = message.refused;
    return;
  }
  const known = message.moves_from;
  moves = [...moves.slice(0, known), ...message.moves].slice(0, message.ply);
  position = message;
  think();
  arrived = performance.now();
  if (shown !== null) {
    // Somebody looks at an older position: the newest is fetched when they come back.
    showMoves();
    return;
  }
  show(message, message.partial);
  showMoves();
  offers(message);
}

/** Shows what is proposed, and what can be done. @param {any} now */
function offers(now) {
  const offer = element('offer');
  if (offer) {
    offer.hidden = !now.offer?.asks_you;
    if (now.offer) {
      const what = now.offer.what === 'draw' ? 'a draw' : 'a move back';
      element('offer-text').textContent = `${side(now.offer.by)} asks for ${what}.`;
    }
    element('rematch').hidden = !now.result;
    element('buttons').hidden = Boolean(now.result);
    element('move-form').hidden = Boolean(now.result);
  }
  // Only the page of a game of chance has a place for it.
  if (now.seed) document.getElementById('seed')?.replaceChildren('Seed: ', made('code', now.seed));
  const open = now.players.filter((/** @type {any} */ own) => own.who === 'open' && !now.result).map((/** @type {any} */ own) => String(own.player));
  for (const form of document.querySelectorAll('form.sit')) {
    const player = form.querySelector('[name=player]');
    if (player instanceof HTMLInputElement && !open.includes(player.value)) form.remove();
  }
}

/**
 * Connects over a WebSocket, and otherwise by events.
 * @param {number | null} since The number of events of the position that is shown; without it everything is sent.
 */
function connect(since) {
  const own = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/play/${data.id}/live${known(since)}`);
  listen(own);
  const opening = setTimeout(() => own.close(), OPENING_MS);
  let opened = false;
  own.addEventListener('open', () => {
    clearTimeout(opening);
    opened = true;
  });
  own.addEventListener('close', () => {
    clearTimeout(opening);
    if (line !== own) return;
    if (opened) lost();
    else connectByEvents(since);
  });
}

/** Connects by server-sent events. @param {number | null} since As in {@link connect}. */
function connectByEvents(since) {
  const own = new EventSource(`/play/${data.id}/events${known(since)}`);
  listen(own);
  own.addEventListener('error', () => {
    own.close();
    if (line === own) lost();
  });
}

/** @param {number | null} since */
const known = (since) => (since === null ? '' : `?since=${since}`);

/** Takes the news from here from now on. @param {WebSocket | EventSource} own */
function listen(own) {
  line = own;
  own.addEventListener('open', () => {
    element('connection').textContent = '';
    waits = 500;
  });
  own.addEventListener('message', (/** @type {any} */ event) => receive(JSON.parse(event.data)));
}

/** Tries again after a while. */
function lost() {
  element('connection').textContent = 'Not connected. Trying again …';
  setTimeout(() => connect(shown === null ? position.events : null), waits);
  waits = Math.min(2 * waits, 10000);
}

board.setBoard(data.board);
playOn(board, play);
for (const id of ['buttons', 'offer']) {
  element(id)?.addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const what = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
    if (what === 'resign' && !confirm('Give up this game?')) return;
    send({ do: what });
  });
}
element('tools').hidden = false;
addSwitch(element('tools'));
element('flip').addEventListener('click', () => board.turn(position.players.length > 2 ? 1 : 2));
element('first').addEventListener('click', () => step(0));
element('back').addEventListener('click', () => step((shown ?? moves.length) - 1));
element('next').addEventListener('click', () => step((shown ?? moves.length) + 1));
element('last').addEventListener('click', () => step(moves.length));
// The second of two players sits below.
const own = position.players.filter((/** @type {any} */ player) => player.you);
if (position.players.length === 2 && own.length === 1 && own[0].player === 2) board.turn(2);
setInterval(showPlayers, 1000);
receive(data.snapshot);
connect(data.snapshot.events);
