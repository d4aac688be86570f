// What the editor of the portal takes from CodeMirror. `npm run build` puts it into codemirror.js.

export { EditorState, StateEffect, StateField } from '@codemirror/state';
export {
  Decoration, EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers,
} from '@codemirror/view';
export { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
export {
  HighlightStyle, StreamLanguage, bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting,
} from '@codemirror/language';
export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
export { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
export { search, searchKeymap } from '@codemirror/search';
export {
  LSPClient, LSPPlugin, formatDocument, formatKeymap, hoverTooltips, renameKeymap, serverCompletion, signatureHelp,
} from '@codemirror/lsp-client';
export { tags } from '@lezer/highlight';
