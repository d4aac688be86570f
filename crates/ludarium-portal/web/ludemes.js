// @ts-check
/** The colours of descriptions, and the look of the editor. */

import { EditorView, HighlightStyle, StreamLanguage, syntaxHighlighting, tags } from './codemirror.js';

/** What follows an opening bracket is a ludeme; other words are its arguments. */
const descriptions = StreamLanguage.define({
  name: 'lud',
  startState: () => ({ begins: false }),
  token(/** @type {any} */ stream, /** @type {{begins: boolean}} */ state) {
    if (stream.eatSpace()) return null;
    const { begins } = state;
    state.begins = false;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return begins ? 'macroName' : 'string';
    if (stream.match(/^[({]/)) {
      state.begins = stream.current() === '(';
      return 'bracket';
    }
    if (stream.match(/^[)}]/)) return 'bracket';
    if (stream.match(/^#\d+/) || stream.match(/^<[^<>\s]+>/)) return 'atom';
    if (stream.match(/^-?\d+(\.\d+)?/)) return 'number';
    if (stream.match(/^[A-Za-z]\w*:/)) return 'propertyName';
    if (stream.match(/^[A-Za-z]\w*/)) return begins ? 'keyword' : 'typeName';
    stream.next();
    return begins ? 'keyword' : null;
  },
  languageData: { commentTokens: { line: '//' }, closeBrackets: { brackets: ['(', '{', '"'] } },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.macroName, color: 'var(--code-name)', fontWeight: '600' },
  { tag: tags.keyword, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: tags.atom, color: 'var(--code-name)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.propertyName, color: 'var(--code-label)' },
  { tag: tags.typeName, color: 'var(--ink)' },
  { tag: tags.bracket, color: 'var(--quiet)' },
]);

const look = EditorView.theme({
  '&': { fontSize: '.92rem', height: '100%', backgroundColor: 'var(--card)', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace', lineHeight: '1.45' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--line) 25%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--target) 35%, transparent)' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip': { maxWidth: 'min(36rem, 90vw)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionInfo, .cm-lsp-documentation': { padding: '.3rem .6rem' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--target) 30%, transparent)' },
  '.cm-evaluated': { backgroundColor: 'color-mix(in srgb, var(--last) 35%, transparent)' },
});

/** The language of descriptions, with its colours. */
export const ludemes = [descriptions, syntaxHighlighting(colours), look];
