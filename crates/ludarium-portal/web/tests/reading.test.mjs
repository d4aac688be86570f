// Puzzles, constructions, boards in frames, and motion, in a real browser. Run by .ci/browser.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';

import { barriers, close, open, visitor as visit } from './visit.mjs';

let opened, address;

before(async () => {
  opened = await open();
  ({ address } = opened);
});

after(() => close(opened));

const visitor = (options) => visit(opened.browser, options);

test('a puzzle is solved on the board, with a wrong move, a hint and the answers', async () => {
  const page = await visitor();
  await page.goto(`${address}/puzzles`);
  await page.click('a[href="/puzzles/gollon-courier-chess/forced-mate"]');
  await page.locator('#try-form select').selectOption({ label: 'l3-j1' });
  await page.click('#try-form button');
  assert.match(await page.textContent('[role=status]'), /Not this one.*the answer is l8-l7/);
  await page.goto(`${address}/puzzles`);
  await page.click('a[href="/puzzles/falkener-dilaram/mate"]');
  assert.match(await page.textContent('.ask'), /White wins within 6 moves/);
  await page.getByRole('link', { name: 'Hint' }).click();
  assert.match(await page.textContent('.hint'), /from h4/);
  // The moves that Falkener prints, chosen on the board: h4-h8, h3-f5, h1-h8, g6-g7, g4-h6.
  const site = (label) => page.locator(`.site[aria-label^="${label},"]`);
  for (const [from, to] of [['h4', 'h8'], ['h3', 'f5'], ['h1', 'h8'], ['g6', 'g7'], ['g4', 'h6']]) {
    await site(from).click();
    await Promise.all([page.waitForURL(new RegExp(`m=${from}-${to}`)), site(to).click()]);
    await page.waitForSelector('.right');
  }
  assert.match(await page.textContent('.right'), /Solved/);
  await page.getByRole('link', { name: 'Solution' }).click();
  for (let ply = 0; ply < 9; ply += 1) await page.locator('a[rel=next]').click();
  assert.match(page.url(), /solution\/9$/);
  assert.match(await page.textContent('.turn'), /White wins/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a square is written number by number, with scripts and without', async () => {
  const page = await visitor();
  await page.goto(`${address}/constructions/odd-square-loubere?order=3&step=1`);
  const numbers = () => page.locator('#figure td').allTextContents();
  assert.deepEqual((await numbers()).filter(Boolean), ['1']);
  await page.click('#play');
  await page.waitForSelector('.right', { timeout: 20000 });
  // De la Loubère, Falkener p. 273: 8 1 6, 3 5 7, 4 9 2.
  assert.deepEqual(await numbers(), ['8', '1', '6', '3', '5', '7', '4', '9', '2']);
  assert.match(await page.textContent('.right'), /magic square, constant 15/);
  assert.deepEqual(page.problems, []);
  await page.context().close();

  const plain = await visitor({ javaScriptEnabled: false });
  await plain.goto(`${address}/constructions`);
  await plain.click('a[href="/constructions/knights-tour"]');
  await plain.locator('select[name=order]').selectOption('6');
  await plain.locator('input[name=closed]').check();
  await plain.getByRole('button', { name: 'Construct' }).click();
  await plain.locator('a[rel=next]').click();
  assert.deepEqual((await plain.locator('#figure td').allTextContents()).filter(Boolean).sort(), ['1', '2']);
  await plain.getByRole('link', { name: 'end »' }).click();
  assert.match(await plain.textContent('.right'), /closed tour/);
  await plain.context().close();
});

const stateOf = (page) => page.evaluate(() => [...document.querySelectorAll('ludarium-board g[id^="at-"]')].map((group) => group.innerHTML).join());

test('seeds fall one after the other, and at once for somebody who wants no motion', async () => {
  const page = await visitor();
  await page.goto(`${address}/study/oware`);
  const pit = page.locator('.site[aria-label^="C,"]');
  await pit.click();
  await page.waitForSelector('ludarium-board.sowing');
  const falling = await stateOf(page);
  await page.waitForSelector('ludarium-board:not(.sowing)', { timeout: 10000 });
  const fallen = await stateOf(page);
  assert.notEqual(falling, fallen);
  // A click ends the motion of the next sowing at once.
  await page.locator('.site[aria-label^="f,"]').click();
  await page.waitForSelector('ludarium-board.sowing');
  const sows = await page.evaluate(() => {
    const board = document.getElementById('board');
    const before = board.classList.contains('sowing');
    board.querySelector('.site').click();
    return [before, board.classList.contains('sowing')];
  });
  assert.deepEqual(sows, [true, false]);
  assert.deepEqual(page.problems, []);
  await page.context().close();

  const still = await visitor({ reducedMotion: 'reduce' });
  await still.goto(`${address}/study/oware`);
  await still.locator('.site[aria-label^="C,"]').click();
  await still.waitForFunction(() => document.querySelectorAll('#moves li').length === 1);
  assert.equal(await still.locator('ludarium-board.sowing').count(), 0);
  assert.equal(await stateOf(still), fallen, 'the same picture without the motion');
  await still.context().close();
});

test('a position is set up from its text, and its text follows the moves', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visitor({ javaScriptEnabled });
    await page.goto(`${address}/study/oware`);
    const field = page.getByLabel('Position', { exact: true });
    assert.equal(await field.inputValue(), '4 4 4 4 4 4 / 4 4 4 4 4 4 1');
    await field.fill('0 0 0 0 0 1 / 1 0 0 0 0 1 [22, 23] 1');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL(/position=/);
    await page.locator('#move-text').fill('F');
    await page.locator('#move-text').press('Enter');
    await page.waitForURL(/m=F/);
    assert.equal(await field.inputValue(), '0 0 0 0 0 2 / 1 0 0 0 0 0 [22, 23] 2');
    // What is wrong with a text is told.
    await field.fill('0 0 0 / 1 0 0 1');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('rank 2 has 3 numbers').waitFor();
    await page.context().close();
  }
});

test('a new throw is seen, and sounds are off until they are switched on', async () => {
  const page = await visitor();
  await page.addInitScript(() => {
    window.made = 0;
    const real = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.made += 1; return real.call(this); };
  });
  await page.goto(`${address}/study/tab`);
  const move = async () => {
    const count = await page.locator('#moves li').count();
    const [text] = await page.evaluate(() => document.getElementById('board').legal[0]);
    await page.locator('#move-text').fill(text);
    await page.locator('#move-text').press('Enter');
    await page.waitForFunction((old) => document.querySelectorAll('#moves li').length > old, count);
  };
  assert.equal(await page.locator('#throw.rolling').count(), 0, 'what lies there at first does not roll');
  await move();
  await page.waitForSelector('#throw.rolling');
  assert.equal(await page.evaluate(() => window.made), 0);
  await page.getByRole('button', { name: 'Sounds: off' }).click();
  await page.getByRole('button', { name: 'Sounds: on' }).waitFor();
  const before = await page.evaluate(() => window.made);
  await move();
  assert.ok(await page.evaluate(() => window.made) > before);
  await page.reload();
  await page.getByRole('button', { name: 'Sounds: on' }).waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a board is played in the frame of another site, and no other page is framed', async () => {
  const page = await visitor();
  const elsewhere = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>x</title><iframe src="${address}${request.url}" width="480" height="700"></iframe>`);
  });
  await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
  const other = `http://localhost:${elsewhere.address().port}`;
  await page.goto(`${other}/embed/gollon-shatranj`);
  const frame = page.frameLocator('iframe');
  await frame.locator('.site[aria-label^="e2,"]').click();
  await frame.locator('.site[aria-label^="e3,"]').click();
  await frame.locator('#moves li', { hasText: 'e2-e3' }).waitFor({ state: 'attached' });
  assert.match(await frame.locator('h1 a').getAttribute('href'), /^\/study\/gollon-shatranj/);
  assert.deepEqual(page.problems, []);
  await page.goto(`${other}/study/gollon-shatranj`);
  await page.waitForTimeout(500);
  assert.ok(page.problems.some((text) => /frame-ancestors|Refused to frame|Framing/.test(text)), page.problems.join());
  elsewhere.close();
  await page.context().close();
});

test('axe finds nothing serious on the pages to read, and none is wider than a phone', async () => {
  const paths = ['/puzzles', '/puzzles/falkener-dilaram/mate', '/puzzles/falkener-dilaram/mate?hint=1', '/puzzles/falkener-dilaram/mate/solution/3', '/constructions', '/constructions/odd-square-agrippa?step=7', '/constructions/knights-tour', '/embed/gollon-shatranj', '/games?family=classics&length=short&sort=complexity'];
  for (const colorScheme of ['light', 'dark']) {
    const page = await visitor({ colorScheme });
    for (const path of paths) {
      await page.goto(address + path, { waitUntil: 'domcontentloaded' });
      assert.deepEqual(await barriers(page), [], `${path} ${colorScheme}`);
    }
    await page.context().close();
  }
  const phone = await visitor({ viewport: { width: 320, height: 640 } });
  for (const path of paths) {
    await phone.goto(address + path, { waitUntil: 'domcontentloaded' });
    const width = await phone.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${path}: ${width}`);
  }
  await phone.context().close();
});
