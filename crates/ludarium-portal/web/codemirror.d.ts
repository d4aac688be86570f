// What `vendor/codemirror.js`, served beside these scripts, exports: for the checker of types only.

export const Decoration: any, EditorState: any, EditorView: any, HighlightStyle: any, LSPClient: any, StateEffect: any;
export const StateField: any, StreamLanguage: any, bracketMatching: any, closeBrackets: any, closeBracketsKeymap: any;
export const completionKeymap: any, defaultKeymap: any, drawSelection: any, foldGutter: any, foldKeymap: any;
export const formatDocument: any, formatKeymap: any, highlightActiveLine: any, highlightSpecialChars: any, history: any;
export const historyKeymap: any, hoverTooltips: any, indentOnInput: any, keymap: any, lineNumbers: any, lintGutter: any;
export const lintKeymap: any, renameKeymap: any, search: any, searchKeymap: any, serverCompletion: any;
export const setDiagnostics: any, signatureHelp: any, syntaxHighlighting: any, tags: any;
