// Starts the language server, and runs commands of `ludarium` on the open description.

const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const { promisify } = require("node:util");
const { execFile } = require("node:child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** The program, as the settings name it. */
function program() {
  return vscode.workspace.getConfiguration("ludarium").get("path") || "ludarium";
}

/** The file of the active editor, saved; undefined, with a message, if there is none. */
async function openFile() {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "lud") {
    vscode.window.showInformationMessage("Open a .lud file first.");
    return undefined;
  }
  // A text that has never been saved has no file yet; the editor asks for its name.
  if (!(await document.save()) || document.isUntitled) {
    return undefined;
  }
  return document.fileName;
}

/** Runs a command on the open file as a task: its terminal stays when the command has ended. */
async function asTask(name, argumentsFor) {
  const file = await openFile();
  if (file === undefined) return;
  const run = new vscode.ProcessExecution(program(), argumentsFor(file), { cwd: path.dirname(file) });
  const task = new vscode.Task({ type: "ludarium" }, vscode.TaskScope.Workspace, name, "Ludarium", run);
  task.presentationOptions = { focus: true, clear: true };
  await vscode.tasks.executeTask(task);
}

/** The board of a file as SVG. */
async function drawn(file) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "ludarium-"));
  try {
    const picture = path.join(folder, "board.svg");
    await promisify(execFile)(program(), ["draw", file, "--svg", picture], { timeout: 60_000 });
    return await fs.readFile(picture, "utf8");
  } catch (error) {
    throw new Error(error.stderr || error.message);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** Shows the board beside the text, and again whenever the file is saved. */
async function showBoard(context) {
  const file = await openFile();
  if (file === undefined) return;
  const title = `Board of ${path.basename(file)}`;
  const panel = vscode.window.createWebviewPanel("ludarium.board", title, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
  });
  const draw = async () => {
    const page = (body) =>
      `<!doctype html><html><head><meta charset="utf-8">
       <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
       <style>svg { width: 100%; height: auto; background: #fff; } pre { white-space: pre-wrap; }</style>
       </head><body>${body}</body></html>`;
    try {
      panel.webview.html = page(await drawn(file));
    } catch (error) {
      panel.webview.html = page(`<pre>${escaped(error.message)}</pre>`);
    }
  };
  const saved = vscode.workspace.onDidSaveTextDocument((document) => {
    if (document.fileName === file) draw();
  });
  panel.onDidDispose(() => saved.dispose());
  context.subscriptions.push(saved);
  await draw();
}

/** What a step of an explanation did, in a few words. */
function inWords(step) {
  const signs = { holds: "✓ ", fails: "✗ ", does: "→ " };
  return `${signs[step.kind] ?? ""}${step.said.join("; ")}`;
}

/** Explains a move: behind each line of the description stands what it did for the move. */
async function explain(notes) {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "lud") return;
  const entered = await vscode.window.showInputBox({
    title: "Explain a move",
    prompt: "The moves from the start, separated by commas; the last is the one that is asked about",
    placeHolder: "e2-e4, e7-e5, e4xe5",
  });
  const moves = (entered ?? "").split(",").map((move) => move.trim()).filter((move) => move !== "");
  if (moves.length === 0) return;
  const uri = editor.document.uri.toString();
  let told;
  try {
    told = await client.sendRequest("ludarium/explain", {
      textDocument: { uri },
      moves: moves.slice(0, -1),
      move: moves.at(-1),
    });
  } catch (error) {
    vscode.window.showErrorMessage(error.message);
    return;
  }
  const lines = new Map();
  for (const step of told.steps) {
    if (step.range === undefined) continue;
    const line = step.range.end.line;
    lines.set(line, [...(lines.get(line) ?? []), step]);
  }
  const shown = [...lines].map(([line, steps]) => ({
    range: editor.document.lineAt(line).range,
    hoverMessage: steps.map((step) => `${inWords(step)}: \`${step.text}\``),
    renderOptions: { after: { contentText: `  ${steps.map(inWords).join("   ")}` } },
  }));
  editor.setDecorations(notes, shown);
  vscode.window.showInformationMessage(
    told.legal ? `${told.move} is legal.` : `${told.why ?? `${told.move} is not legal`}.`,
  );
}

async function start() {
  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient(
    "ludarium",
    "Ludarium",
    { run: server, debug: server },
    {
      documentSelector: [{ language: "lud" }],
      initializationOptions: vscode.workspace.getConfiguration("ludarium"),
      // Each change of these settings goes to the server.
      synchronize: { configurationSection: "ludarium" },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const settings = "Open the settings";
    const chosen = await vscode.window.showErrorMessage(
      // The library rejects with a text.
      `The program "${program()}" could not be started: ${error?.message ?? error}`,
      settings,
    );
    if (chosen === settings) {
      vscode.commands.executeCommand("workbench.action.openSettings", "ludarium.path");
    }
  }
}

async function activate(context) {
  const add = (name, run) =>
    context.subscriptions.push(vscode.commands.registerCommand(`ludarium.${name}`, run));
  add("play", () => asTask("play", (file) => ["play", file]));
  add("check", () => asTask("check", (file) => ["check", "--games", "100", file]));
  add("playout", () => asTask("random games", (file) => ["playout", file, "100"]));
  add("board", () => showBoard(context));
  const notes = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor("editorCodeLens.foreground"), fontStyle: "italic" },
  });
  add("explain", () => explain(notes));
  // What was said is about the text as it was.
  const forget = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    const editors = vscode.window.visibleTextEditors.filter((own) => own.document === document);
    for (const editor of editors) editor.setDecorations(notes, []);
  });
  context.subscriptions.push(notes, forget);
  add("restart", async () => {
    await client?.dispose();
    await start();
  });
  await start();
}

function deactivate() {
  return client?.dispose();
}

module.exports = { activate, deactivate };
