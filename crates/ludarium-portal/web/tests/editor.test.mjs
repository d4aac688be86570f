// The editor in a real browser: written, mended, played, explained, shared.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { barriers, close, module, open, visitor } from './visit.mjs';

let opened, address;

before(async () => {
  opened = await open();
  ({ address } = opened);
});

after(() => close(opened));

/** A visitor on a page of the editor, once the board is there. */
async function writer(path, options) {
  const page = await visitor(opened.browser, options);
  await page.goto(address + path);
  await position(page, () => document.getElementById('board')?.legal?.length > 0);
  return page;
}

/** Waits until something holds of the page. */
const position = (page, holds, given) => page.waitForFunction(holds, given, { timeout: 30000 });

/** Puts a text in place of the whole, as a person does who pastes it. */
async function write(page, text) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('.cm-content').dispatchEvent(event);
  }, text);
}

/** The whole text of the editor, also what is scrolled out of sight. */
const written = (page) => page.evaluate(async () => {
  const { EditorView } = await import('/assets/codemirror.js');
  return EditorView.findFromDOM(document.querySelector('.cm-editor')).state.doc.toString();
});

const moves = (page) => page.locator('#moves li').allTextContents();

const TIC_TAC_TOE = `(game "Tic-Tac-Toe"
    (players 2)
    (equipment {
        (board (square 3))
        (piece "Mark" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end {
            (if (is Line 3) (result Mover Win))
            (if (is Full) (result Mover Draw))
        })
    )
)
`;

test('tic-tac-toe is written, three mistakes are fixed, and it is played against the computer', async () => {
  const page = await writer('/editor');
  await write(page, TIC_TAC_TOE.replace('Empty', 'Emty').replace('Line', 'Lin').replace('Draw', 'Drw'));
  await position(page, () => document.querySelectorAll('#problems .primary').length === 3);
  assert.equal(await page.locator('#problems li').count(), 3);
  await page.locator('#board.stale').waitFor();
  for (let left = 3; left > 0; left -= 1) {
    await page.locator('#problems .primary').first().click();
    await position(page, (count) => document.querySelectorAll('#problems .primary').length === count, left - 1);
  }
  await position(page, () => document.querySelectorAll('.site').length === 9 && !document.querySelector('#board.stale'));
  assert.equal(await page.locator('#problems').textContent(), 'None.');
  assert.equal(await written(page), TIC_TAC_TOE);
  await page.locator('#against').check();
  await page.locator('.site[data-slot="4"]').click();
  await position(page, () => document.querySelectorAll('#moves li').length === 2);
  assert.match((await moves(page))[0], /b2/);
  await page.locator('#back').click();
  await page.locator('#back').click();
  await position(page, () => document.querySelectorAll('#moves li').length === 0);
  // Player 1 has a line.
  await page.locator('#against').uncheck();
  for (const [count, slot] of [0, 3, 1, 4, 2].entries()) {
    await page.locator(`.site[data-slot="${slot}"]`).click();
    await position(page, (wanted) => document.querySelectorAll('#moves li').length === wanted, count + 1);
  }
  assert.match(await page.locator('#turn').textContent(), /Player 1 wins/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the board follows the text, and the moves stay that are still legal', async () => {
  const page = await writer('/editor?template=line');
  // a1 is also on a smaller board; f6 is not.
  for (const [count, slot] of [0, 35].entries()) {
    await page.locator(`.site[data-slot="${slot}"]`).click();
    await position(page, (wanted) => document.querySelectorAll('#moves li').length === wanted, count + 1);
  }
  await page.locator('.cm-content').getByText('6', { exact: true }).first().dblclick();
  await page.keyboard.insertText('4');
  await position(page, () => document.querySelectorAll('.site').length === 16);
  assert.match(await page.locator('#problem').textContent(), /later moves are no longer legal/);
  assert.deepEqual(await moves(page), ['Player 1: a1']);
  const option = page.locator('#options select');
  assert.deepEqual(await option.locator('option').allTextContents(), ['Four', 'Five']);
  await option.selectOption('Five');
  await position(page, () => document.querySelectorAll('#moves li').length === 0);
  assert.equal(await option.inputValue(), 'Five');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a built-in game is changed, and an illegal move is explained from its text', async () => {
  const page = await writer('/editor?game=gollon-shatranj');
  assert.match(await page.locator('#origin').textContent(), /Shatranj of the library/);
  assert.equal(await page.locator('.site').count(), 64);
  await page.locator('#move-text').fill('e2-e5');
  await page.locator('#why').click();
  await position(page, () => document.querySelectorAll('#steps li').length > 0);
  assert.match(await page.locator('#verdict').textContent(), /e5/);
  assert.ok(await page.locator('#steps .fails, #steps .lists').count(), 'rules are named');
  // A legal one, made with the pointer.
  await page.locator('.site[data-slot="12"]').click();
  await page.locator('.site[data-slot="20"]').click();
  await position(page, () => document.querySelectorAll('#moves li').length === 1);
  assert.match((await moves(page))[0], /e2-e3/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a text is kept, shared and opened by somebody else', async () => {
  const page = await writer('/editor?template=war');
  const begun = await written(page);
  await write(page, TIC_TAC_TOE);
  await position(page, () => document.querySelectorAll('.site').length === 9);
  await page.reload();
  await position(page, () => document.querySelectorAll('.site').length === 9);
  await page.locator('#share').click();
  const link = await page.locator('#address a').getAttribute('href');
  assert.match(link, /^\/editor\/draft\/[0-9a-f]{32}$/);
  const other = await writer(link);
  assert.equal(await written(other), TIC_TAC_TOE);
  const [saved] = await Promise.all([other.waitForEvent('download'), other.locator('#download').click()]);
  assert.equal(saved.suggestedFilename(), 'tic-tac-toe.lud');
  assert.equal(readFileSync(await saved.path(), 'utf8'), TIC_TAC_TOE);
  await page.locator('#restore').click();
  await position(page, () => document.querySelectorAll('.site').length !== 9);
  assert.equal(await written(page), begun);
  assert.deepEqual([...page.problems, ...other.problems], []);
  await page.context().close();
  await other.context().close();
});

test('what somebody writes is shown as it is written, and is never part of the page', async () => {
  const evil = '`<img src=x class=evil><p class=evil>';
  const text = `// ${evil}
(define "${evil}"
    // \`\`\`
    // ${evil}
    (move Add (to (sites Empty))))
(game "${evil}" (players 2)
    (equipment { (board (square 3)) (piece "${evil}s" Each) })
    (rules (play ("${evil}")) (end (if (is Line 3) (result Mover Win)))))
`;
  const page = await visitor(opened.browser);
  await page.goto(`${address}/editor`);
  const draft = await page.evaluate(async (given) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/editor/drafts', { method: 'POST', headers, body: JSON.stringify({ text: given }) });
    return (await answer.json()).address;
  }, text);
  await page.goto(address + draft);
  await position(page, () => document.getElementById('board')?.legal?.length === 9);
  await page.locator('.site[data-slot="4"]').click();
  await position(page, () => document.querySelectorAll('#moves li').length === 1);
  await page.locator('.cm-line').nth(7).getByText(evil).hover({ position: { x: 30, y: 8 } });
  await page.locator('.cm-tooltip').waitFor();
  assert.ok((await page.locator('.cm-tooltip').textContent()).includes('<img src="x" class="evil">'));
  assert.equal(await page.locator('.evil').count(), 0);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('when the language service ends, another takes over', { skip: module && 'it runs in the browser' }, async () => {
  const page = await writer('/editor?template=line');
  const { pid } = opened.server;
  const threads = readdirSync(`/proc/${pid}/task`);
  const all = threads.flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' ').filter(Boolean));
  assert.ok(all.length > 0);
  for (const child of all) process.kill(Number(child), 'SIGKILL');
  await position(page, () => document.getElementById('state').textContent.startsWith('Stopped'));
  // A new service is asked when the text is another.
  await write(page, TIC_TAC_TOE);
  await position(page, () => document.querySelectorAll('.site').length === 9);
  await page.locator('.site[data-slot="4"]').click();
  await position(page, () => document.querySelectorAll('#moves li').length === 1);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('the editor has no barriers, and fits a phone', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await writer('/editor?template=race', { colorScheme });
    await page.locator('#move-text').fill('nowhere');
    await page.locator('#why').click();
    await position(page, () => !document.getElementById('explanation').hidden);
    assert.deepEqual(await barriers(page), [], colorScheme);
    // The text does not trap the keyboard.
    await page.locator('.cm-content').click();
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => !document.activeElement.closest('.cm-content')));
    await page.context().close();
  }
  const phone = await writer('/editor', { viewport: { width: 320, height: 640 } });
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  await phone.context().close();
});
