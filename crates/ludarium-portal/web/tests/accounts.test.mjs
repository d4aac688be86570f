// Accounts in a real browser. Run by .ci/browser, which says where the program and the browser are.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { barriers, close, open, visitor as visit } from './visit.mjs';

const PASSWORD = 'correct horse battery';

let opened, address;

before(async () => {
  opened = await open();
  ({ address } = opened);
});

after(() => close(opened));

const visitor = (options) => visit(opened.browser, options);

async function join(page, name) {
  await page.goto(`${address}/join`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password, once more').fill(PASSWORD);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
}

async function signIn(page, name, password = PASSWORD) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Makes a move by writing it, when it is this page's turn. */
async function move(page, text) {
  await page.waitForFunction(() => document.getElementById('board')?.legal?.length > 0);
  await page.locator('#move-text').fill(text);
  await page.locator('#move-text').press('Enter');
  await page.waitForFunction((text) => document.getElementById('moves').textContent.includes(text), text);
}

test('two people with accounts play, and one goes on from another device', async () => {
  const [ada, bob, phone] = [await visitor(), await visitor(), await visitor()];
  await join(ada, 'Ada');
  await join(bob, 'Bob');
  await ada.goto(`${address}/games/gollon-shatranj`);
  await ada.getByText('You play as Ada.').waitFor();
  await ada.locator('select[name=seat2]').selectOption('open');
  await ada.getByRole('button', { name: 'Play now' }).click();
  await ada.waitForURL(/\/play\//);
  const game = ada.url();

  await bob.goto(game);
  await bob.getByRole('button', { name: /Sit down as/ }).click();
  await bob.waitForFunction(() => document.getElementById('players')?.textContent.includes('Bob (you)'));
  assert.equal(await bob.locator('#players a', { hasText: 'Ada' }).getAttribute('href'), '/player/Ada');
  await move(ada, 'e2-e3');
  await move(bob, 'e7-e6');

  // The phone looks on as a guest, and signs in from the page of the game.
  await phone.goto(game);
  assert.equal(await phone.locator('#move-form').count(), 0, 'a guest cannot move');
  await phone.getByRole('link', { name: 'Sign in' }).click();
  await signIn(phone, 'ada');
  await phone.waitForURL(game);
  await phone.waitForFunction(() => document.getElementById('players')?.textContent.includes('Ada (you)'));
  await move(phone, 'd2-d3');
  for (const page of [ada, bob]) {
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 3);
  }
  await move(bob, 'd7-d6');
  await phone.goto(`${address}/my-games`);
  await phone.getByText('Your move in 1 game').waitFor();
  await phone.getByRole('link', { name: 'Shatranj' }).click();
  await phone.waitForURL(game);

  // Signed out, the device has no seat any more, not even on a page that is still open.
  await ada.goto(`${address}/account`);
  await ada.getByRole('button', { name: 'Sign out everywhere' }).click();
  await ada.getByText('You are signed out on all devices.').waitFor();
  await phone.waitForFunction(() => document.getElementById('board')?.legal?.length > 0);
  await phone.locator('#move-text').fill('c2-c3');
  await phone.locator('#move-text').press('Enter');
  await phone.getByText('You have no seat at this table.').waitFor();

  await bob.getByRole('button', { name: 'Resign' }).waitFor();
  bob.on('dialog', (dialog) => dialog.accept());
  await bob.getByRole('button', { name: 'Resign' }).click();
  await bob.waitForFunction(() => document.getElementById('turn').textContent.includes('resigned'));
  await bob.getByRole('link', { name: 'Ada', exact: true }).click();
  await bob.getByRole('heading', { name: 'Results' }).waitFor();
  assert.deepEqual(await bob.locator('table tbody td').allTextContents(), ['1', '0', '0']);
  assert.deepEqual([...ada.problems, ...bob.problems, ...phone.problems], []);
  for (const page of [ada, bob, phone]) await page.context().close();
});

test('games begun as a guest go into an account, with JavaScript and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await visitor({ javaScriptEnabled });
    const name = javaScriptEnabled ? 'Dot' : 'Eli';
    const games = [];
    for (let number = 0; number < 3; number++) {
      await page.goto(`${address}/games/gollon-shatranj`);
      await page.locator('select[name=seat2]').selectOption('open');
      await page.getByRole('button', { name: 'Play now' }).click();
      await page.waitForURL(/\/play\//);
      games.push(page.url());
    }
    await page.getByText('Take your seat along').click();
    const link = await page.getByRole('link', { name: 'link to your seat' }).getAttribute('href');

    // Joined from the page of a game, back on it, and this game is kept.
    await page.locator('details').getByRole('link', { name: 'sign in' }).click();
    await page.getByRole('link', { name: 'Join' }).click();
    await page.getByLabel('Name').fill(name);
    for (const label of ['Password', 'Password, once more']) await page.getByLabel(label, { exact: true }).fill('Password2024');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('alert').getByText('on the lists of common passwords').waitFor();
    for (const label of ['Password', 'Password, once more']) await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Played as a guest' }).waitFor();
    await page.goto(games[2]);
    await page.getByRole('button', { name: 'Keep in my account' }).click();
    await page.locator('#players').getByRole('link', { name }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Keep in my account' }).count(), 0);

    // Of the others, one is chosen.
    await page.goto(`${address}/my-games`);
    const boxes = page.getByRole('checkbox');
    assert.equal(await boxes.count(), 2);
    await boxes.first().uncheck();
    await page.getByRole('button', { name: 'Keep in my account' }).click();
    await page.getByRole('status').getByText('The games are in your account now.').waitFor();
    assert.equal(await page.locator('.game-list li').count(), 2);
    await page.getByRole('button', { name: 'Do not list here' }).click();
    await page.getByRole('heading', { name: 'Your games' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Played as a guest' }).count(), 0);

    // The account is enough elsewhere, and so is the secret link.
    const seats = (await page.context().cookies()).filter((cookie) => cookie.name.startsWith('seat-'));
    assert.equal(seats.length, 1, 'only the seat that was not kept has a key here');
    const phone = await visitor({ javaScriptEnabled });
    await phone.goto(address + link);
    await phone.locator('#players').getByText('(you)').waitFor();
    assert.deepEqual([...page.problems.filter((text) => !text.includes('422')), ...phone.problems], []);
    for (const one of [page, phone]) await one.context().close();
  }
});

test('without JavaScript an account is made, used, and deleted', async () => {
  const page = await visitor({ javaScriptEnabled: false });
  await join(page, 'Cay');
  await page.goto(`${address}/games/gollon-shatranj`);
  await page.locator('select[name=seat2]').selectOption('open');
  await page.getByRole('button', { name: 'Play now' }).click();
  await page.locator('#move-text').fill('e2-e3');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await page.locator('#moves li').first().waitFor();
  await page.goto(`${address}/my-games`);
  await page.getByText('Last move: e2-e3').waitFor();
  await page.getByRole('link', { name: 'Cay', exact: true }).first().click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'Cay', 'the wrong password');
  await page.getByRole('alert').getByText('The name or the password is wrong.').waitFor();
  await signIn(page, 'Cay');
  await page.goto(`${address}/account`);
  await page.getByRole('button', { name: 'Delete this account' }).locator('xpath=ancestor::form').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Delete this account' }).click();
  await page.getByText('The account is deleted.').waitFor();
  assert.equal((await page.goto(`${address}/player/Cay`)).status(), 404);
  await page.context().close();
});

test('the pages of accounts are for everybody, light and dark, on a phone of 320 pixels', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await visitor({ colorScheme, viewport: { width: 320, height: 640 } });
    const name = `a-name-of_20-letters`.slice(0, 15) + colorScheme;
    const check = async (path) => {
      await page.goto(address + path, { waitUntil: 'domcontentloaded' });
      assert.deepEqual(await barriers(page), [], `${path} ${colorScheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `${path} is ${wide} pixels wide`);
      if (process.env.LUDARIUM_SCREENSHOTS) {
        const file = `${process.env.LUDARIUM_SCREENSHOTS}/${path.slice(1).replaceAll('/', '-').replaceAll('?', '-')}-${colorScheme}.png`;
        await page.screenshot({ path: file, fullPage: true });
      }
    };
    for (const path of ['/join', '/sign-in']) await check(path);
    await page.goto(`${address}/games/gollon-shatranj`);
    await page.getByRole('button', { name: 'Play now' }).click();
    await page.waitForURL(/\/play\//);
    const guest = new URL(page.url()).pathname;
    await join(page, name);
    await page.goto(`${address}/my-games`);
    await page.getByRole('heading', { name: 'Played as a guest' }).waitFor();
    await check('/my-games?done=claimed');
    await check(guest);
    await check('/my-games');
    for (const over of [false, true]) {
      await page.goto(`${address}/games/gollon-shatranj`);
      await page.locator('select[name=seat2]').selectOption('open');
      await page.getByRole('button', { name: 'Play now' }).click();
      await page.waitForURL(/\/play\//);
      if (!over) continue;
      page.once('dialog', (dialog) => dialog.accept());
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.waitForFunction(() => document.getElementById('turn').textContent.includes('resigned'));
    }
    await check(new URL(page.url()).pathname);
    for (const path of ['/my-games', '/account', `/player/${name}`, '/games/gollon-shatranj']) await check(path);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});
