// The packed extension in a real Visual Studio Code: its server for browsers, with Chromium before it.
// LUDARIUM names the program, LUDARIUM_EXTENSION the packed extension, LUDARIUM_EDITOR the folder of
// the editor's server, LUDARIUM_NODE_MODULES where playwright-core is.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

const { LUDARIUM, LUDARIUM_EXTENSION, LUDARIUM_EDITOR, LUDARIUM_NODE_MODULES } = process.env;
const { chromium } = createRequire(`${LUDARIUM_NODE_MODULES}/`)("playwright-core");

// The longest wait for anything, in milliseconds.
const WAIT = 30_000;

const BROKEN = `(game "Line" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Lin 3) (result Mover Win)))))
`;

let folder;
let server;
let address;
let browser;

/** Starts the editor's server on a port that is free, and gives its address. */
function started(options) {
  return new Promise((resolve, reject) => {
    server = spawn(process.execPath, [`${LUDARIUM_EDITOR}/out/server-main.js`, ...options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    const listen = (data) => {
      said += data;
      const port = /agent listening on (\d+)/.exec(said);
      if (port) resolve(`127.0.0.1:${port[1]}`);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("exit", () => reject(new Error(`The editor has ended:\n${said}`)));
  });
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "ludarium-editor-"));
  await mkdir(`${folder}/games`);
  await mkdir(`${folder}/data/data/Machine`, { recursive: true });
  await writeFile(
    `${folder}/data/data/Machine/settings.json`,
    JSON.stringify({ "ludarium.path": path.resolve(LUDARIUM) }),
  );
  const options = [
    "--accept-server-license-terms",
    `--server-data-dir=${folder}/data`,
    `--extensions-dir=${folder}/extensions`,
    "--telemetry-level=off",
  ];
  const install = ["--install-extension", path.resolve(LUDARIUM_EXTENSION)];
  await promisify(execFile)(process.execPath, [
    `${LUDARIUM_EDITOR}/out/server-main.js`,
    ...options,
    ...install,
  ]);
  address = await started([...options, "--host=127.0.0.1", "--port=0", "--without-connection-token"]);
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  server?.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until a condition holds. */
async function until(holds) {
  const end = Date.now() + WAIT;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `${holds} does not hold`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A page with a file in the editor. */
async function opened(name, text) {
  const file = `${folder}/games/${name}`;
  await writeFile(file, text);
  const page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
  page.setDefaultTimeout(WAIT);
  const payload = JSON.stringify([["openFile", `vscode-remote://${address}${file}`]]);
  await page.goto(
    `http://${address}/?folder=${folder}/games&payload=${encodeURIComponent(payload)}`,
  );
  await page.getByRole("button", { name: "Yes, I trust" }).click();
  return { page, file };
}

test("an error is underlined, mended by its fix, and the board is shown", async () => {
  const { page, file } = await opened("line.lud", BROKEN);
  await page.locator(".squiggly-error").waitFor();
  await page.keyboard.press("Control+Shift+M");
  await page.getByText("unknown word `Lin`").first().waitFor();

  await page.locator(".view-line").first().click();
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  await page.getByRole("option", { name: "Write Line" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").waitFor({ state: "detached" });
  await page.keyboard.press("Control+S");
  await until(async () => (await readFile(file, "utf8")).includes("(is Line 3)"));

  await page.keyboard.press("F1");
  await page.keyboard.type("Ludarium: Show the board");
  await page.keyboard.press("Enter");
  const board = page.frameLocator("iframe.webview").frameLocator("iframe");
  await board.locator("svg").first().waitFor();

  // The fifth stone makes a row.
  await page.locator(".view-line").first().click();
  await page.keyboard.press("F1");
  await page.keyboard.type("Ludarium: Explain a move");
  await page.keyboard.press("Enter");
  await page.getByPlaceholder("e2-e4, e7-e5, e4xe5").waitFor();
  await page.keyboard.type("a1, a2, b1, b2, c1");
  await page.keyboard.press("Enter");
  await page.getByText("c1 is legal.").first().waitFor();
  // The end rule, behind its line, with the stone before it.
  // Hints of defaults stand before the bracket.
  const notes = page.locator(".view-line", { hasText: "(is Line 3" });
  await until(async () => {
    const said = await notes.evaluate((line) =>
      [...line.querySelectorAll("span")].map((span) => getComputedStyle(span, "::after").content).join(" "),
    );
    return said.includes("is put on c1") && said.includes("✓");
  });
  if (process.env.LUDARIUM_PICTURE) await page.screenshot({ path: process.env.LUDARIUM_PICTURE });
});
