// @ts-check
/**
 * The board of any game: a picture from the server, and a button over each site.
 *
 * Sends `move` events with the text of a legal move, and `nomove` events with the labels of two sites
 * between which there is none. Moves are chosen by clicking or tapping an
 * origin and a target, by dragging, or with the keyboard: the arrow keys go from site to site,
 * Enter chooses.
 */

/**
 * @typedef {{slot: number, label: string, x: number, y: number, size: number}} Place
 * @typedef {{svg: string, width: number, height: number, unit: number, origin: [number, number], sites: Place[]}} Board
 * @typedef {{slot: number, svg: string, text: string}} Site
 * @typedef {[string, number, number]} Legal
 */

import { moves, slide, sow } from './motion.js';
import { sound } from './sound.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The pixels that a pointer has to move before it drags. */
const DRAG = 6;

export class LudariumBoard extends HTMLElement {
  constructor() {
    super();
    /** @type {Board | null} */ this.board = null;
    /** @type {Map<number, Place>} */ this.places = new Map();
    /** @type {Map<number, HTMLButtonElement>} */ this.buttons = new Map();
    /** @type {Map<number, string>} */ this.texts = new Map();
    /** @type {Legal[]} */ this.legal = [];
    /** @type {number | null} */ this.selected = null;
    this.turns = 0;
    /** Whether moves have no sounds. */
    this.silent = false;
    /** Ends the motion that is shown, if there is any. */
    this.settle = () => {};
  }

  /** Shows a board; its picture may be on the page already. @param {Board} board */
  setBoard(board) {
    this.settle();
    this.board = board;
    if (board.svg) {
      this.innerHTML = board.svg;
    }
    this.style.maxWidth = `min(100%, calc(70vh * ${(board.width / board.height).toFixed(4)}))`;
    for (const button of this.buttons.values()) button.remove();
    this.buttons.clear();
    this.places = new Map(board.sites.map((place) => [place.slot, place]));
    for (const place of board.sites) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'site';
      button.dataset.slot = String(place.slot);
      button.tabIndex = -1;
      this.append(button);
      this.buttons.set(place.slot, button);
    }
    const first = this.buttons.values().next().value;
    if (first) first.tabIndex = 0;
    this.arrange();
    this.describe();
  }

  connectedCallback() {
    this.addEventListener('click', (event) => this.onClick(event));
    this.addEventListener('keydown', (event) => this.onKey(event));
    this.addEventListener('pointerdown', (event) => this.onPointer(event));
  }

  /** Turns the board by quarters. @param {number} quarters */
  turn(quarters) {
    this.settle();
    this.turns = (this.turns + quarters) % 4;
    this.arrange();
  }

  /** The place of a site on the turned board, as shares of its width and height. @param {Place} place */
  share(place) {
    const board = /** @type {Board} */ (this.board);
    const [x, y] = [place.x / board.width, place.y / board.height];
    return [[x, y], [1 - y, x], [1 - x, 1 - y], [y, 1 - x]][this.turns];
  }

  arrange() {
    const { board } = this;
    if (!board) return;
    const svg = this.querySelector(':scope > svg');
    if (svg) {
      const [w, h] = [board.width, board.height];
      const quarter = this.turns % 2 === 1;
      svg.setAttribute('viewBox', quarter ? `0 0 ${h} ${w}` : `0 0 ${w} ${h}`);
      const group = this.wrapped(svg);
      const turned = ['', `translate(${h} 0) rotate(90)`, `translate(${w} ${h}) rotate(180)`, `translate(0 ${w}) rotate(270)`];
      group.setAttribute('transform', turned[this.turns]);
      // The coordinates stay upright: the style sheet turns them back.
      group.style.setProperty('--turned-back', `${-90 * this.turns}deg`);
      for (const place of this.places.values()) this.upright(place);
    }
    const width = this.turns % 2 === 1 ? board.height : board.width;
    for (const [slot, button] of this.buttons) {
      const place = /** @type {Place} */ (this.places.get(slot));
      const [x, y] = this.share(place);
      button.style.left = `${100 * x}%`;
      button.style.top = `${100 * y}%`;
      button.style.width = `${(100 * place.size) / width}%`;
      button.style.aspectRatio = '1';
    }
  }

  /** Everything in the picture, in one group that can be turned. @param {Element} svg */
  wrapped(svg) {
    const known = svg.querySelector(':scope > g.turned');
    if (known instanceof SVGGElement) return known;
    const group = document.createElementNS(SVG, 'g');
    group.setAttribute('class', 'turned');
    group.append(...[...svg.children].filter((child) => child.tagName !== 'title'));
    svg.append(group);
    return group;
  }

  /** Keeps the pieces of a site upright on a turned board. @param {Place} place */
  upright(place) {
    const group = this.group(place.slot);
    if (!group) return;
    const board = /** @type {Board} */ (this.board);
    const [x, y] = [(place.x - board.origin[0]) / board.unit, (place.y - board.origin[1]) / board.unit];
    group.setAttribute('transform', this.turns ? `rotate(${-90 * this.turns} ${x} ${y})` : '');
  }

  /** @param {number} slot @returns {SVGGElement | null} */
  group(slot) {
    return this.querySelector(`#at-${slot}`);
  }

  /**
   * Shows a position.
   * @param {{sites: Site[], partial: boolean, legal: Legal[], last: [number, number] | null, sown?: [number, number][], check: boolean, result?: object | null}} position
   * @param {boolean} animated
   */
  update(position, animated) {
    this.settle();
    const sows = animated && moves() && (position.sown ?? []).length > 0;
    const before = sows ? this.pictures() : null;
    const stood = new Set(this.texts.keys());
    if (!position.partial) {
      for (const slot of this.texts.keys()) this.put({ slot, svg: '', text: '' });
    }
    for (const site of position.sites) this.put(site);
    this.legal = position.legal;
    this.selected = null;
    this.pointOut([]);
    for (const button of this.buttons.values()) button.classList.remove('last', 'check');
    for (const slot of position.last ?? []) this.buttons.get(slot)?.classList.add('last');
    if (animated) this.animateMove(position, before, stood);
    this.mark();
    this.describe();
  }

  /** The pictures of all sites. @returns {Map<number, string>} */
  pictures() {
    const groups = [...this.places.keys()].map((slot) => /** @type {[number, string]} */ ([slot, this.group(slot)?.innerHTML ?? '']));
    return new Map(groups);
  }

  /**
   * @param {{last: [number, number] | null, sown?: [number, number][], result?: object | null}} position
   * @param {Map<number, string> | null} before The pictures before a sowing.
   * @param {Set<number>} stood The sites with pieces before the move.
   */
  animateMove({ last, sown, result }, before, stood) {
    if (before && sown) {
      const end = sow(this, before, sown);
      this.settle = () => {
        this.settle = () => {};
        end();
      };
      return;
    }
    if (!last) return;
    if (moves()) slide(this, ...last);
    if (this.silent) return;
    if (result) sound('end');
    else sound(last[0] !== last[1] && stood.has(last[1]) ? 'capture' : 'move');
  }

  /** @param {Site} site */
  put(site) {
    const group = this.group(site.slot);
    if (group) group.innerHTML = site.svg;
    if (site.text) this.texts.set(site.slot, site.text);
    else this.texts.delete(site.slot);
  }

  /** Points out the sites of a region, and no others. @param {number[]} slots */
  pointOut(slots) {
    for (const [slot, button] of this.buttons) button.classList.toggle('region', slots.includes(slot));
  }

  /** The legal moves that start with choosing a site. @param {number} slot */
  movesFrom(slot) {
    return this.legal.filter(([, from, to]) => from === slot && to !== slot && to >= 0);
  }

  /** The legal moves that a site alone stands for: placements, and acts upon one site. @param {number} slot */
  movesAt(slot) {
    return this.legal.filter(([, from, to]) => (to === slot && (from < 0 || from === to)) || (from === slot && to < 0));
  }

  /** Chooses a site, or a hand: an origin, a target, or a move at once. @param {number} slot */
  choose(slot) {
    this.settle();
    if (this.selected !== null) {
      const moves = this.legal.filter(([, from, to]) => from === this.selected && to === slot);
      if (moves.length > 0) return this.offer(moves);
      if (this.selected === slot) return this.select(null);
    }
    const [from, at] = [this.movesFrom(slot), this.movesAt(slot)];
    if (this.selected !== null && from.length === 0 && at.length === 0) {
      const labels = [this.selected, slot].map((own) => this.places.get(own)?.label ?? '');
      this.dispatchEvent(new CustomEvent('nomove', { detail: labels }));
    }
    if (from.length > 0 && at.length === 0) return this.select(slot);
    if (from.length > 0) return this.offer([...at, ...from]);
    this.select(null);
    if (at.length > 0) this.offer(at);
    return undefined;
  }

  /** @param {number | null} slot */
  select(slot) {
    this.selected = slot;
    this.mark();
    this.dispatchEvent(new CustomEvent('selected', { detail: slot }));
  }

  /** Makes the only move, or asks which is meant. @param {Legal[]} moves */
  offer(moves) {
    const texts = moves.map(([text]) => text);
    this.select(null);
    const name = texts.length === 1 ? 'move' : 'ask';
    this.dispatchEvent(new CustomEvent(name, { detail: texts.length === 1 ? texts[0] : texts }));
  }

  mark() {
    const targets = new Set(this.selected === null ? [] : this.movesFrom(this.selected).map(([, , to]) => to));
    for (const [slot, button] of this.buttons) {
      const live = targets.has(slot) || this.movesFrom(slot).length > 0 || this.movesAt(slot).length > 0;
      button.classList.toggle('live', live);
      button.classList.toggle('selected', slot === this.selected);
      button.classList.toggle('target', targets.has(slot));
      button.classList.toggle('taken', targets.has(slot) && this.texts.has(slot));
    }
    this.describe();
  }

  /** Names the sites for those who hear them. */
  describe() {
    const targets = this.selected === null ? [] : this.movesFrom(this.selected).map(([, , to]) => to);
    for (const [slot, button] of this.buttons) {
      const place = /** @type {Place} */ (this.places.get(slot));
      const parts = [place.label || `site ${slot}`, this.texts.get(slot) ?? 'empty'];
      if (slot === this.selected) parts.push('selected');
      if (targets.includes(slot)) parts.push('can be reached');
      const label = parts.join(', ');
      if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
    }
  }

  /** @param {Event} event */
  slotOf(event) {
    const button = event.target instanceof Element ? event.target.closest('.site') : null;
    return button instanceof HTMLElement ? Number(button.dataset.slot) : null;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const slot = this.slotOf(event);
    if (slot === null || this.dragged) {
      this.dragged = false;
      return;
    }
    this.focusSite(slot);
    this.choose(slot);
  }

  /** @param {number} slot */
  focusSite(slot) {
    for (const button of this.buttons.values()) button.tabIndex = -1;
    const button = this.buttons.get(slot);
    if (button) {
      button.tabIndex = 0;
      button.focus({ preventScroll: true });
    }
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const slot = this.slotOf(event);
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = /** @type {Record<string, number[]>} */ (ways)[event.key];
    if (event.key === 'Escape') {
      this.select(null);
    } else if (slot !== null && way) {
      event.preventDefault();
      const next = this.neighbour(slot, way);
      if (next !== null) this.focusSite(next);
    }
  }

  /** The nearest site in a direction. @param {number} slot @param {number[]} way */
  neighbour(slot, [dx, dy]) {
    const own = this.share(/** @type {Place} */ (this.places.get(slot)));
    const ratio = /** @type {Board} */ (this.board).height / /** @type {Board} */ (this.board).width;
    let [best, least] = [/** @type {number | null} */ (null), Infinity];
    for (const [other, place] of this.places) {
      const [x, y] = this.share(place);
      const [along, across] = [(x - own[0]) * dx + (y - own[1]) * ratio * dy, Math.abs((x - own[0]) * dy) + Math.abs((y - own[1]) * ratio * dx)];
      const cost = along + 3 * across;
      if (along > 1e-4 && across <= along * 1.2 && cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /** Drags the pieces of a site. @param {PointerEvent} event */
  onPointer(event) {
    this.settle();
    const slot = this.slotOf(event);
    if (slot === null || event.button !== 0 || this.movesFrom(slot).length === 0) return;
    const group = this.group(slot);
    const start = [event.clientX, event.clientY];
    let moving = false;
    /** @param {PointerEvent} now */
    const move = (now) => {
      const [dx, dy] = [now.clientX - start[0], now.clientY - start[1]];
      if (!moving && Math.hypot(dx, dy) < DRAG) return;
      if (!moving) {
        moving = true;
        this.select(slot);
        // Above the pieces of all other sites.
        group?.parentNode?.append(group);
      }
      const scale = group?.getScreenCTM();
      if (group && scale) {
        const inverse = new DOMMatrix([scale.a, scale.b, scale.c, scale.d, 0, 0]).inverse();
        const at = inverse.transformPoint(new DOMPoint(dx, dy));
        for (const child of group.children) {
          /** @type {SVGElement} */ (child).style.translate = `${at.x}px ${at.y}px`;
        }
      }
      now.preventDefault();
    };
    /** @param {PointerEvent} end */
    const up = (end) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      if (!moving) return;
      for (const child of group?.children ?? []) /** @type {SVGElement} */ (child).style.translate = '';
      this.dragged = true;
      setTimeout(() => { this.dragged = false; }, 0);
      const under = end.type === 'pointerup' ? this.siteAt(end.clientX, end.clientY) : null;
      if (under !== null && under !== slot) this.choose(under);
      else this.select(null);
    };
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }

  /** The site nearest to a point of the screen, if it is on one. @param {number} x @param {number} y */
  siteAt(x, y) {
    let [best, least] = [/** @type {number | null} */ (null), Infinity];
    for (const [slot, button] of this.buttons) {
      const box = button.getBoundingClientRect();
      const far = Math.hypot(x - (box.left + box.width / 2), y - (box.top + box.height / 2));
      if (far < least && far < box.width) [best, least] = [slot, far];
    }
    return best;
  }
}

customElements.define('ludarium-board', LudariumBoard);
