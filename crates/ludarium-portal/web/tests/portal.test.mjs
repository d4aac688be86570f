// The portal in a real browser. Run by .ci/browser, which says where the program and the browser are.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { barriers, close, open, visitor as visit } from './visit.mjs';

let opened, address;

before(async () => {
  opened = await open();
  ({ address } = opened);
});

after(() => close(opened));

const visitor = (options) => visit(opened.browser, options);

/** What the board of a page knows. */
const known = (page) => page.evaluate(() => {
  const board = document.getElementById('board');
  return { legal: board.legal, turn: document.getElementById('turn').textContent };
});

/** Waits until it is this page's turn, or the game is over; `null` then. */
async function turn(page) {
  await page.waitForFunction(() => document.getElementById('board')?.legal?.length > 0 || document.querySelector('#rematch:not([hidden])'), null, { timeout: 60000 });
  const { legal } = await known(page);
  return legal.length > 0 ? legal : null;
}

const moves = (page) => page.locator('#moves li').count();

/** Makes a legal move with the pointer, in the way that it is offered. */
async function click(page, [text, from, to], tap = false) {
  const count = await moves(page);
  const touch = (slot) => {
    const at = page.locator(`[data-slot="${slot}"]`).first();
    return tap ? at.tap() : at.click();
  };
  if (from < 0 && to < 0) {
    await page.locator('#choices button', { hasText: text }).first().click();
  } else {
    if (from >= 0 && from !== to) await touch(from);
    if (to >= 0 && !(await page.locator('#which[open]').count())) await touch(to);
    if (await page.locator('#which[open]').count()) {
      await page.locator('#which div button').getByText(text, { exact: true }).first().click();
    }
  }
  await page.waitForFunction((old) => document.querySelectorAll('#moves li').length > old, count, { timeout: 20000 });
}

/** Makes a move by writing it. */
async function write(page, text) {
  await page.locator('#move-text').fill(text);
  await page.locator('#move-text').press('Enter');
}

/** Begins a game on its page; `seats` are the choices for the players in order. */
async function begin(page, slug, seats, name = 'Ada') {
  await page.goto(`${address}/games/${slug}`);
  for (const [index, seat] of seats.entries()) await page.locator(`select[name=seat${index + 1}]`).selectOption(seat);
  await page.locator('input[name=name]').fill(name);
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/play\//);
  return page.url();
}

async function sit(page, url, name) {
  await page.goto(url);
  await page.locator('form.sit input[name=name]').first().fill(name);
  await page.locator('form.sit button').first().click();
  await page.waitForFunction(() => document.getElementById('players')?.textContent.includes('(you)'));
}

test('a newcomer finds shatranj and plays ten moves against the computer', async () => {
  const page = await visitor();
  await page.goto(address);
  await page.getByLabel('Find a game').fill('shatranj');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: 'Shatranj', exact: true }).click();
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.waitForURL(/\/play\//);
  for (let number = 0; number < 10; number += 1) {
    const legal = await turn(page);
    if (!legal) break;
    await click(page, legal[(number * 5) % legal.length]);
  }
  assert.ok((await moves(page)) >= 15, 'the computer has answered');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('two people play tâb by link to the end', async () => {
  const [ada, bob] = [await visitor(), await visitor()];
  const url = await begin(ada, 'bgs-tab-egypt', ['me', 'open']);
  await sit(bob, url, 'Bob');
  let over = false;
  for (let number = 0; number < 3000 && !over; number += 1) {
    const page = await Promise.race([ada, bob].map(async (page) => ((await turn(page)), page)));
    const { legal } = await known(page);
    if (legal.length === 0) {
      over = await page.locator('#rematch:not([hidden])').count() > 0;
      continue;
    }
    // The move that gets on fastest, written or clicked in turn.
    const move = legal[legal.length - 1 - (number % Math.min(2, legal.length))];
    if (number % 8 === 0) await click(page, move);
    else {
      const count = await moves(page);
      await write(page, move[0]);
      await page.waitForFunction((old) => document.querySelectorAll('#moves li').length > old, count);
    }
  }
  assert.ok(over, 'the game ends');
  assert.match((await known(bob)).turn, /wins|Draw/);
  assert.match(await ada.locator('#seed').textContent(), /[0-9a-f]{64}/);
  assert.deepEqual([...ada.problems, ...bob.problems], []);
  await ada.context().close();
  await bob.context().close();
});

test('where WebSockets are blocked, two people play all the same', async () => {
  const [ada, bob] = [await visitor(), await visitor()];
  for (const page of [ada, bob]) {
    // As a proxy does it: the handshake fails.
    await page.addInitScript(() => {
      window.WebSocket = class extends EventTarget {
        constructor() {
          super();
          setTimeout(() => this.close());
        }

        close() {
          this.dispatchEvent(new Event('close'));
        }
      };
    });
  }
  const url = await begin(ada, 'gollon-shatranj', ['me', 'open']);
  await sit(bob, url, 'Bob');
  for (const page of [ada, bob, ada, bob]) await click(page, (await turn(page))[0]);
  await ada.waitForFunction(() => document.querySelectorAll('#moves li').length === 4);
  // The way back from an older position asks for everything again.
  await ada.locator('#first').click();
  await ada.waitForFunction(() => document.getElementById('turn').textContent.startsWith('After move 0'));
  await ada.locator('#last').click();
  await click(ada, (await turn(ada))[0]);
  await bob.waitForFunction(() => document.querySelectorAll('#moves li').length === 5);
  assert.equal(await ada.locator('#connection').textContent(), '');
  // A refusal is told here, too.
  await write(bob, 'a1-a9');
  await bob.waitForFunction(() => document.getElementById('problem').textContent !== '');
  await ada.context().close();
  await bob.context().close();
});

test('three people and a computer play chaturaji', async () => {
  const people = [await visitor(), await visitor(), await visitor()];
  const url = await begin(people[0], 'wikipedia-chaturaji', ['me', 'open', 'open', 'computer']);
  await sit(people[1], url, 'Bob');
  await sit(people[2], url, 'Cay');
  for (let number = 0; number < 9; number += 1) {
    const page = await Promise.race(people.map(async (page) => ((await turn(page)), page)));
    const legal = await turn(page);
    if (legal) await click(page, legal[0]);
  }
  const sides = await people[1].locator('#moves li').allTextContents();
  assert.equal(new Set(sides.map((text) => text.split(':')[0])).size, 4, 'all four have moved');
  assert.deepEqual(people.flatMap((page) => page.problems), []);
  for (const page of people) await page.context().close();
});

test('kriegspiel leaks nothing to the other seat', async () => {
  const [white, black] = [await visitor(), await visitor()];
  const url = await begin(white, 'gollon-kriegspiel', ['me', 'open']);
  await sit(black, url, 'Bob');
  await turn(white);
  await write(white, 'b1-c3');
  await turn(black);
  const told = [...black.frames_received, await black.content()].join('\n');
  assert.ok(!told.includes('b1-c3') && !/"text":"White /.test(told), 'nothing of white is told');
  assert.ok(/Black (Pawn|King)/.test(told), 'black sees its own pieces');
  await white.context().close();
  await black.context().close();
});

test('a move is taken back across a lost connection', async () => {
  const [ada, bob] = [await visitor(), await visitor()];
  const url = await begin(ada, 'gollon-shatranj', ['me', 'open']);
  await sit(bob, url, 'Bob');
  await turn(ada);
  await write(ada, 'e2-e3');
  await turn(bob);
  await bob.evaluate(() => { window.stop(); });
  await bob.reload();
  await ada.getByRole('button', { name: 'Take back' }).click();
  await bob.getByText('White asks for a move back.').waitFor();
  await bob.getByRole('button', { name: 'Agree' }).click();
  await ada.waitForFunction(() => document.querySelectorAll('#moves li').length === 0);
  await turn(ada);
  await write(ada, 'd2-d3');
  await turn(bob);
  assert.deepEqual(await bob.locator('#moves li').allTextContents(), ['White: d2-d3']);
  await ada.context().close();
  await bob.context().close();
});

test('the keyboard alone is enough', async () => {
  const page = await visitor();
  await begin(page, 'gollon-shatranj', ['me', 'me']);
  await turn(page);
  for (let number = 0; number < 40; number += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement.classList.contains('site'))) break;
  }
  const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.match(await label(), /^a1, White Rukh/);
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  assert.match(await label(), /^c2, White Baidaq/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  assert.match(await label(), /^c3, empty, can be reached/);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 1);
  assert.match(await page.locator('#turn').textContent(), /White: c2-c3\. Black to move\./);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('pieces are dragged', async () => {
  const page = await visitor();
  await begin(page, 'gollon-shatranj', ['me', 'me']);
  await turn(page);
  const middle = async (slot) => {
    const box = await page.locator(`.site[data-slot="${slot}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(12)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(20)), { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 1);
  assert.deepEqual(await page.locator('#moves li').allTextContents(), ['White: e2-e3']);
  await page.context().close();
});

test('a phone of 320 pixels is enough, with a finger', async () => {
  const page = await visitor({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  for (const path of ['/', '/games', '/games/gollon-shatranj']) {
    await page.goto(address + path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${path} is ${wide} pixels wide`);
  }
  await begin(page, 'gollon-shatranj', ['me', 'me']);
  const legal = await turn(page);
  await click(page, legal[0], true);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  await page.context().close();
});

test('without JavaScript the pages read and moves are made', async () => {
  const page = await visitor({ javaScriptEnabled: false });
  await page.goto(`${address}/games`);
  assert.ok((await page.locator('.card').count()) > 180);
  await begin(page, 'gollon-shatranj', ['me', 'me']);
  await page.locator('#move-text').fill('e2-e3');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.locator('#moves li').first().waitFor();
  assert.deepEqual(await page.locator('#moves li').allTextContents(), ['White: e2-e3']);
  assert.match(await page.locator('#turn').textContent(), /Black to move/);
  await page.context().close();
});

test('the record is stepped through, and the game goes on', async () => {
  const page = await visitor();
  await begin(page, 'gollon-shatranj', ['me', 'me']);
  for (const text of ['e2-e3', 'e7-e6', 'd2-d3']) {
    await turn(page);
    const count = await moves(page);
    await write(page, text);
    await page.waitForFunction((old) => document.querySelectorAll('#moves li').length > old, count);
  }
  const at = (slot) => page.locator(`.site[data-slot="${slot}"]`).getAttribute('aria-label');
  await page.locator('#first').click();
  await page.waitForFunction(() => document.getElementById('turn').textContent.includes('After move 0'));
  assert.match(await at(12), /^e2, White Baidaq/);
  await page.locator('#next').click();
  await page.waitForFunction(() => document.getElementById('turn').textContent.includes('After move 1'));
  assert.match(await at(20), /^e3, White Baidaq/);
  await page.locator('#last').click();
  await turn(page);
  await write(page, 'd7-d6');
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 4);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('moves are tried out, and what was tried before is kept as a branch', async () => {
  const page = await visitor();
  await page.goto(`${address}/study/chess`);
  const type = async (text, count) => {
    await page.fill('#move-text', text);
    await page.keyboard.press('Enter');
    await page.waitForFunction((wanted) => document.querySelectorAll('#moves li').length === wanted, count);
  };
  await type('e2-e4', 1);
  await type('e7-e5', 2);
  await page.click('#back');
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]')?.textContent.includes('e2-e4'));
  await type('c7-c5', 2);
  // The line had two moves before, too.
  await page.waitForSelector('#moves .branch');
  assert.deepEqual(await page.locator('#moves .branch').allTextContents(), ['or e7-e5']);
  assert.match(page.url(), /m=e2-e4&m=c7-c5$/);
  // Knights leap: a move with the pointer.
  await click(page, ['g1-f3', ...(await known(page)).legal.find(([text]) => text === 'g1-f3').slice(1)]);
  await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 3);
  await page.fill('#move-text', 'a7-a3');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('problem').textContent.includes('does not go to a3'));
  await page.click('#analyse');
  await page.waitForFunction(() => document.querySelector('#lines')?.textContent.includes('%'), null, { timeout: 30000 });
  await page.click('#moves .branch');
  await page.waitForFunction(() => location.search.endsWith('m=e7-e5'));
  await page.goBack();
  await page.waitForFunction(() => location.search.endsWith('m=g1-f3') && document.querySelectorAll('#moves li').length === 3);
  // The address alone shows the same.
  const again = await visitor();
  await again.goto(page.url());
  await again.waitForFunction(() => document.querySelectorAll('#moves li').length === 3);
  page.problems = page.problems.filter((text) => !text.includes('400'));
  assert.deepEqual([...page.problems, ...again.problems], []);
  await again.context().close();
  await page.context().close();
});

test('on a turned board the coordinates and pieces stay upright', async () => {
  const page = await visitor();
  await page.goto(`${address}/study/chess`);
  await page.waitForSelector('.labels path');
  const upright = () => page.evaluate(() => ['.labels path', '#at-0 path'].map((selector) => {
    const { a, b } = document.querySelector(`ludarium-board ${selector}`).getScreenCTM();
    return a > 0 && Math.abs(b) < 1e-6;
  }));
  const first = await page.locator('#at-0').boundingBox();
  assert.deepEqual(await upright(), [true, true]);
  await page.click('#flip');
  const turned = await page.locator('#at-0').boundingBox();
  assert.ok(turned.y < first.y && turned.x > first.x, 'a1 is at the top right');
  assert.deepEqual(await upright(), [true, true]);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the map follows the slider of years', async () => {
  const page = await visitor();
  await page.goto(`${address}/map`);
  const shown = () => page.evaluate(() => [
    [...document.querySelectorAll('.finds tbody tr')].filter((row) => !row.hidden).length,
    [...document.querySelectorAll('.mark')].filter((mark) => mark.style.display !== 'none').length,
  ]);
  const [all, marks] = await shown();
  await page.locator('#year').fill('1200');
  const [then, marked] = await shown();
  assert.ok(then > 0 && then < all && marked < marks, `${then} of ${all} finds, ${marked} of ${marks} marks`);
  const reaches = await page.evaluate(() => [...document.querySelectorAll('.finds tbody tr')].filter((row) => !row.hidden)
    .every((row) => Number(row.dataset.first) <= 1200 && 1200 <= Number(row.dataset.last)));
  assert.ok(reaches);
  await page.check('#all-years');
  assert.deepEqual(await shown(), [all, marks]);
  await page.click('.finds tbody tr:not([hidden]) a');
  await page.waitForSelector('dl.facts');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('no page is wider than a phone of 320 pixels', async () => {
  const page = await visitor({ viewport: { width: 320, height: 640 } });
  for (const path of ['/', '/games', '/games/gollon-shatranj', '/games/bgs-tab-egypt', '/map', '/evidence/falkener-wei-ki-go/wei-ki-yao', '/concepts', '/concepts/dice', '/sources', '/ludemes', '/ludemes/moves', '/definitions', '/study/shogi', '/learn', '/learn/pachisi', '/games/gollon-shatranj/records/gollon-shatranj-1', '/games/oware/statistics', '/about']) {
    await page.goto(address + path, { waitUntil: 'domcontentloaded' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 320, `${path} is ${wide} pixels wide`);
  }
  await page.context().close();
});

test('a lesson says what is right, and goes on', async () => {
  const page = await visitor();
  await page.goto(`${address}/learn`);
  await page.click('a[href="/learn/shatranj"]');
  let steps = 0;
  for (;;) {
    const wanted = await page.evaluate(() => document.querySelector('[data-asks]') !== null);
    if (wanted) {
      // The first legal move is right or not; the lesson says which, and shows what is.
      await page.evaluate(() => document.querySelector('#try-form select').selectedIndex = 1);
      await page.click('#try-form button');
      await page.waitForSelector('[role=status]');
    }
    steps += 1;
    const next = page.locator('a[rel=next]');
    if (await next.count() === 0) break;
    await next.click();
    await page.waitForLoadState('domcontentloaded');
  }
  assert.ok(steps >= 4, `${steps} steps`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('axe finds nothing serious on any kind of page', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await visitor({ colorScheme });
    const game = await begin(page, 'gollon-shatranj', ['me', 'open']);
    for (const path of ['/', '/games?family=chess&players=4', '/games/gollon-shatranj', '/games/bgs-tab-egypt', '/about', '/nothing', '/map', '/concepts', '/concepts/sowing', '/sources', '/ludemes/moves', '/study/chess?m=e2-e4', '/learn', '/learn/shatranj/2', '/games/gollon-shatranj/records/gollon-shatranj-1', game.slice(address.length)]) {
      await page.goto(address + path, { waitUntil: 'domcontentloaded' });
      assert.deepEqual(await barriers(page), [], `${path} ${colorScheme}`);
    }
    await page.context().close();
  }
});
