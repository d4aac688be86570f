// @ts-check
/** The language service of the editor: a connection to it, and what it finds in the text. */

import { GameModule } from './module.js';
import { LSPClient, formatKeymap, hoverTooltips, keymap, renameKeymap, serverCompletion, setDiagnostics, signatureHelp } from './codemirror.js';

/**
 * @typedef {{line: number, character: number}} Position
 * @typedef {{start: Position, end: Position}} Range
 * @typedef {{range: Range, message: string, severity?: number, code?: string, data?: any}} Finding
 * @typedef {{title: string, kind?: string, edit?: {changes?: Record<string, {range: Range, newText: string}[]>}}} Fix
 * @typedef {{finding: Finding, fixes: Fix[]}} Problem
 */

/** The name of the text for the service; it never looks for such a file. */
export const FILE = 'file:///game.lud';

/** The most problems for which fixes are asked. */
const ASKED = 12;

/** How long a connection that has broken waits before the next, in milliseconds. */
const AGAIN = [500, 2_000, 5_000, 15_000];

/** How long the module may take for a piece of work, in milliseconds, and how long a page waits for it to come. */
const SLOW = 15_000;
const COMING = 3_000;

/** The severity of an error, as the protocol counts. */
const ERROR = 1;

/** The elements that explanations are made of. */
const ELEMENTS = new Set([
  'blockquote', 'br', 'code', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'hr', 'li', 'ol', 'p', 'pre', 'span', 'strong', 'table', 'tbody', 'td', 'th',
  'thead', 'tr', 'ul',
]);

/** The classes that CodeMirror gives to colours. */
const COLOURS = /^(ͼ\w+|language-\w+|\s)*$/;

/**
 * Explanations without what the names and comments of a text could smuggle in: all other elements
 * become the text that they are written as, and only colours remain of the attributes.
 * @param {string} html
 */
function harmless(html) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    if (!ELEMENTS.has(element.localName)) element.replaceWith(element.outerHTML);
    for (const { name, value } of [...element.attributes]) {
      if (name !== 'class' || !COLOURS.test(value)) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}

export class Language {
  /**
   * @param {(problems: Problem[]) => void} found what is called with the problems of the text
   * @param {(state: string) => void} say what is called with a trouble of the connection
   * @param {import('./module.js').GameModule | null} module what serves the text in this browser; else the server does
   */
  constructor(found, say, module) {
    this.module = module;
    this.found = found;
    this.say = say;
    /** @type {any} */ this.view = null;
    this.tries = 0;
    this.wave = 0;
    /** Whether the service has said why it ends. */
    this.stopped = false;
    /** The text that the service has ended over. @type {any} */ this.refused = null;
    /** @type {() => void} */ this.connected = () => undefined;
    this.client = new LSPClient({
      timeout: 20_000,
      sanitizeHTML: harmless,
      notificationHandlers: {
        'textDocument/publishDiagnostics': (/** @type {any} */ _client, /** @type {any} */ params) => {
          this.publish(params);
          return true;
        },
        'ludarium/stopped': (/** @type {any} */ _client, /** @type {any} */ params) => {
          this.stop(params);
          return true;
        },
      },
      extensions: [serverCompletion({ validFor: /^[\w:"<]*$/ }), hoverTooltips(), keymap.of([...formatKeymap, ...renameKeymap]), signatureHelp()],
    });
  }

  /** What an editor needs to be served. */
  extension() {
    return this.client.plugin(FILE, 'lud');
  }

  /** Serves an editor. @param {any} view */
  async serve(view) {
    this.view = view;
    const late = new Promise((resolve) => { setTimeout(() => resolve(false), COMING); });
    if (this.module && (await Promise.race([this.module.loaded, late]))) this.connectHere(this.module);
    else this.connect();
  }

  /** Says why the service ends. @param {{why: string, byText: boolean}} params */
  stop({ why, byText }) {
    if (byText) this.refused = this.view.state.doc;
    this.stopped = true;
    this.say(`Stopped: ${why}.`);
  }

  /** Calls a function now and whenever the service is there again. @param {() => void} then */
  whenReady(then) {
    this.connected = then;
  }

  /**
   * Is served in this browser. What a message leads to is asked for piece by piece, so that the next message need not wait
   * for all of it.
   * @param {GameModule} module
   */
  connectHere(module) {
    /** @type {Set<(message: string) => void>} */ const handlers = new Set();
    /** Whether the module has been asked to go on. */
    let goesOn = false;
    /** @param {object | null} message */
    const ask = async (message) => {
      const slow = setTimeout(() => end('the description takes too long'), SLOW);
      const { language, problem } = await module.ask({ ask: 'language', message });
      clearTimeout(slow);
      if (problem) {
        end('the language service has ended');
        return;
      }
      for (const told of language.messages) handlers.forEach((handler) => handler(JSON.stringify(told)));
      if (!message) goesOn = false;
      if (language.waits && !goesOn) {
        goesOn = true;
        ask(null);
      }
    };
    /** @param {string} why */
    const end = (why) => {
      if (this.module !== module) return;
      module.stop();
      this.client.disconnect();
      this.stop({ why, byText: true });
      this.module = new GameModule(module.address);
      this.whenChanged(() => this.module?.loaded.then((came) => (came && this.module ? this.connectHere(this.module) : this.connect())));
    };
    this.open((message) => ask(JSON.parse(message)), handlers);
  }

  /** Calls a function once the text is another than the one that the service has ended over. @param {() => void} then */
  whenChanged(then) {
    if (this.refused === this.view.state.doc) setTimeout(() => this.whenChanged(then), AGAIN[0]);
    else then();
  }

  /**
   * Begins a conversation with the service.
   * @param {(message: string) => void} send
   * @param {Set<(message: string) => void>} handlers
   */
  open(send, handlers) {
    this.client.connect({
      send,
      subscribe: (/** @type {(message: string) => void} */ handler) => handlers.add(handler),
      unsubscribe: (/** @type {(message: string) => void} */ handler) => handlers.delete(handler),
    });
    this.client.initializing.then(() => {
      this.tries = 0;
      this.stopped = false;
      // The same text would only end the service again.
      if (this.refused === this.view.state.doc) return;
      this.say('');
      this.connected();
    });
  }

  connect() {
    const address = new URL('/editor/language', location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    /** @type {Set<(message: string) => void>} */ const handlers = new Set();
    socket.addEventListener('open', () => this.open((/** @type {string} */ message) => socket.send(message), handlers));
    socket.addEventListener('message', (event) => {
      for (const handler of handlers) handler(event.data);
    });
    socket.addEventListener('close', () => {
      if (this.client.connected) this.client.disconnect();
      const wait = AGAIN[Math.min(this.tries, AGAIN.length - 1)];
      this.tries += 1;
      if (this.tries > 1 && !this.stopped) this.say('Not connected: the text is not checked. Trying again …');
      setTimeout(() => this.connect(), wait);
    });
  }

  /** Asks about the text as it is now. @param {string} method @param {any} params @returns {Promise<any>} */
  async ask(method, params) {
    if (!this.client.connected) throw new Error('The text is not checked at the moment.');
    await this.client.initializing;
    this.client.sync();
    return this.client.request(method, { textDocument: { uri: FILE }, ...params });
  }

  /** The offset of a position in the text. @param {Position} at */
  offset(at) {
    const { doc } = this.view.state;
    if (at.line >= doc.lines) return doc.length;
    const line = doc.line(at.line + 1);
    return Math.min(line.from + at.character, line.to);
  }

  /** Shows what was found in the text, and looks for fixes. @param {{version?: number, diagnostics: Finding[]}} params */
  async publish(params) {
    const file = this.client.workspace.getFile(FILE);
    if (!file || (params.version !== undefined && params.version !== file.version)) return;
    this.wave += 1;
    const wave = this.wave;
    /** @type {Problem[]} */
    const problems = params.diagnostics.map((finding) => ({ finding, fixes: [] }));
    this.show(problems);
    for (const problem of problems.slice(0, ASKED)) {
      const { finding } = problem;
      const asked = { range: finding.range, context: { diagnostics: [finding], only: ['quickfix'] } };
      const fixes = await this.ask('textDocument/codeAction', asked).catch(() => []);
      if (wave !== this.wave) return;
      problem.fixes = (fixes ?? []).filter((/** @type {Fix} */ fix) => fix.edit?.changes?.[FILE]);
      if (problem.fixes.length > 0) this.show(problems);
    }
  }

  /** @param {Problem[]} problems */
  show(problems) {
    const marks = problems.map(({ finding, fixes }) => ({
      from: this.offset(finding.range.start),
      to: this.offset(finding.range.end),
      severity: finding.severity === ERROR ? 'error' : 'warning',
      message: finding.message,
      actions: fixes.map((fix) => ({ name: fix.title, apply: () => this.apply(fix) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
    this.found(problems);
  }

  /** Carries out a fix. @param {Fix} fix */
  apply(fix) {
    const edits = fix.edit?.changes?.[FILE] ?? [];
    const changes = edits.map(({ range, newText }) => ({ from: this.offset(range.start), to: this.offset(range.end), insert: newText }));
    this.view.dispatch({ changes, userEvent: 'input.fix' });
    this.view.focus();
  }
}
