// @ts-check
/** The game system in this browser, where the server has a WebAssembly module of it: it thinks, and serves the editor. */

/** How long to think about a move, in seconds. */
export const MOVE_SECONDS = 0.9;
/** How long to think about an analysis, in seconds. */
export const ANALYSIS_SECONDS = 3;

/** The module, in a thread of its own. */
export class GameModule {
  /** @param {string} address Where the module is. */
  constructor(address) {
    this.address = address;
    /** Whether it is there. */
    this.ready = false;
    /** Whom to tell a reply. @type {Map<number, (reply: any) => void>} */
    this.waiting = new Map();
    this.asked = 0;
    this.worker = new Worker('/assets/worker.js', { type: 'module' });
    /** Whether it came. @type {Promise<boolean>} */
    this.loaded = new Promise((resolve) => {
      this.worker.addEventListener('message', ({ data }) => {
        if (data.number === undefined) {
          this.ready = Boolean(data.ready);
          resolve(this.ready);
          return;
        }
        this.waiting.get(data.number)?.(data.reply);
        this.waiting.delete(data.number);
      });
    });
    this.worker.postMessage({ module: address });
  }

  /**
   * Asks the module something.
   * @param {object} request
   * @returns {Promise<any>} What it replies, or a `problem`.
   */
  ask(request) {
    const number = ++this.asked;
    return new Promise((resolve) => {
      this.waiting.set(number, resolve);
      this.worker.postMessage({ number, request });
    });
  }

  /** Thinks about a position. @param {object} request Without a seed: equal ones would always be answered alike. */
  think(request) {
    return this.ask({ ...request, seed: Math.floor(Math.random() * Number.MAX_SAFE_INTEGER) });
  }

  /** Ends it, whatever it does. */
  stop() {
    this.ready = false;
    this.worker.terminate();
  }
}

/** @param {string | undefined} address @returns {GameModule | null} The module, if there is one and it is not too much to load. */
export function gameModule(address) {
  const connection = /** @type {any} */ (navigator).connection;
  return address && !connection?.saveData ? new GameModule(address) : null;
}
