// What only happens in the browser. LUDARIUM_MODULE names the WebAssembly module, LUDARIUM_FINGERPRINTS a file with what
// `cargo run --release -p ludarium-wasm --example fingerprints` prints.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { close, module as file, open, visitor as visit } from './visit.mjs';

const options = file ? {} : { skip: 'no module' };

let opened, address;

before(async () => {
  if (!file) return;
  opened = await open();
  ({ address } = opened);
});

after(() => close(opened));

/** A visitor whose requests are written down. */
async function visitor() {
  const page = await visit(opened.browser);
  page.asked = [];
  page.sent = [];
  page.on('request', (request) => page.asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => page.sent.push(JSON.parse(String(payload)))));
  return page;
}

async function begin(page, slug, seats, level) {
  await page.goto(`${address}/games/${slug}`);
  for (const [index, seat] of seats.entries()) await page.locator(`select[name=seat${index + 1}]`).selectOption(seat);
  await page.locator('select[name=level]').selectOption(String(level));
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/play\//);
}

/** Waits for the module, whose first answer takes longest. */
const loaded = (page) => page.waitForResponse((response) => response.url().endsWith('.wasm'), { timeout: 20000 });

/** Makes a number of moves, each when it is this page's turn. */
async function play(page, count) {
  for (let number = 0; number < count; number += 1) {
    await page.waitForFunction(() => document.getElementById('board')?.legal?.length > 0, null, { timeout: 30000 });
    const legal = await page.evaluate(() => document.getElementById('board').legal);
    await page.locator('#move-text').fill(legal[(number * 5) % legal.length][0]);
    await page.locator('#move-text').press('Enter');
    const moves = 2 * number + 2;
    await page.waitForFunction((moves) => document.querySelectorAll('#moves li').length >= moves, moves, { timeout: 30000 });
  }
}

test('each game is played as it is elsewhere', options, () => {
  const module = new WebAssembly.Module(readFileSync(file));
  const imports = { env: { now: () => performance.now() / 1000 } };
  const { exports: own } = new WebAssembly.Instance(module, imports);
  const answer = (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = own.request(bytes.length);
    new Uint8Array(own.memory.buffer, at, bytes.length).set(bytes);
    const length = own.answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(own.memory.buffer, own.reply(), length)));
  };
  const lines = readFileSync(process.env.LUDARIUM_FINGERPRINTS, 'utf8').trim().split('\n');
  assert.ok(lines.length >= 170, `${lines.length} games`);
  const others = lines.map((line) => line.split(/ (.*)/)).filter(([game, elsewhere]) => answer({ ask: 'fingerprint', game }).fingerprint !== elsewhere);
  assert.deepEqual(others, []);
});

test('the computer thinks in the browser of who plays against it', options, async () => {
  const page = await visitor();
  const module = loaded(page);
  await begin(page, 'gollon-shatranj', ['me', 'computer'], 10);
  await module;
  await play(page, 6);
  const chosen = page.sent.filter((message) => message.do === 'computer-move');
  assert.ok(chosen.length >= 4, `${chosen.length} of 6 moves are of the browser`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('without the module, or while it does not come, the server thinks', options, async () => {
  const page = await visitor();
  await page.route('**/*.wasm', (route) => route.abort());
  await begin(page, 'gollon-shatranj', ['me', 'computer'], 3);
  await play(page, 3);
  assert.equal(page.sent.filter((message) => message.do === 'computer-move').length, 0);
  await page.context().close();
});

test('where pieces are hidden, the browser is not told the position', options, async () => {
  const page = await visitor();
  await begin(page, 'gollon-kriegspiel', ['me', 'computer'], 3);
  await play(page, 1);
  assert.ok(!page.asked.some((path) => path.endsWith('.wasm') || path.endsWith('/question')), page.asked.join(' '));
  await page.context().close();
});

test('positions are analysed in the browser', options, async () => {
  const page = await visitor();
  const module = loaded(page);
  await page.goto(`${address}/study/gollon-shatranj`);
  await module;
  // It is compiled, too, before it is asked.
  await page.waitForTimeout(2000);
  await page.locator('#analyse').click();
  await page.waitForFunction(() => document.querySelector('#lines li button'), null, { timeout: 30000 });
  assert.match(await page.locator('#lines').textContent(), /%/);
  assert.ok(page.asked.some((path) => path.endsWith('/question')) && !page.asked.some((path) => path.endsWith('/lines')));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

/** Opens the editor, once the board of its text is there. */
async function write(page, path) {
  await page.goto(address + path);
  await page.waitForFunction(() => document.getElementById('board')?.legal?.length > 0, null, { timeout: 30000 });
}

test('the text of the editor is served in the browser', options, async () => {
  const page = await visitor();
  await write(page, '/editor?template=chess');
  await page.locator('.cm-content').click();
  await page.keyboard.type('(');
  await page.waitForFunction(() => document.querySelectorAll('#problems li').length > 0, null, { timeout: 30000 });
  assert.ok(!page.asked.some((path) => path === '/editor/language') && page.frames_received.length === 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a text that takes too long ends the service, and another takes over', options, async () => {
  const page = await visitor();
  // The first service never answers once it has heard of the text.
  await page.route('**/assets/worker.js', async (route) => {
    const response = await route.fetch();
    const never = "if (JSON.stringify(request).includes('Endless')) await new Promise(() => {});";
    const body = (await response.text()).replace('const own = await running();', `${never} const own = await running();`);
    await route.fulfill({ response, body });
  }, { times: 1 });
  await write(page, '/editor?template=line');
  await page.locator('.cm-content').click();
  await page.keyboard.type('// Endless');
  await page.waitForFunction(() => document.getElementById('state').textContent === 'Stopped: the description takes too long.', null, { timeout: 30000 });
  await page.keyboard.press('Backspace');
  // Another service has the text now, and follows it again.
  await page.waitForFunction(() => document.getElementById('turn').textContent.includes('to move'), null, { timeout: 30000 });
  await page.locator('.site').first().click();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 1, null, { timeout: 30000 });
  await page.context().close();
});
