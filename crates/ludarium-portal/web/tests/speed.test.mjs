// How soon pages are seen on a slow connection, and how large they are. Run by .ci/browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { close, open, visitor } from './visit.mjs';

/** The connection: 1.6 Mbit/s, and 150 ms for each answer. */
const SLOW = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, latency: 150 };

/** The time until something is seen, in milliseconds, and the bytes that a page may take. */
const SEEN = 1000;
const BYTES = 300_000;

let opened;

before(async () => {
  opened = await open();
});

after(() => close(opened));

/** Loads a page with nothing cached. */
async function load(path) {
  const page = await visitor(opened.browser);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await page.goto(opened.address + path, { waitUntil: 'networkidle' });
  // A busy machine may paint after the last byte has come.
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const seen = await paint.jsonValue();
  await page.context().close();
  return { seen, bytes };
}

for (const path of ['/', '/games/gollon-shatranj', '/games', '/games/falkener-wei-ki-go']) {
  test(`${path} is seen within a second on a slow connection, and is small`, async (context) => {
    // The machine may be busy with something else: the best of three counts. The first one lets
    // the server draw what it keeps.
    const loads = [];
    for (let time = 0; time < 3; time += 1) loads.push(await load(path));
    const seen = Math.min(...loads.map((own) => own.seen));
    const bytes = Math.max(...loads.map((own) => own.bytes));
    context.diagnostic(`${path}: ${Math.round(seen)} ms, ${bytes} bytes`);
    assert.ok(seen < SEEN, `${seen} ms`);
    assert.ok(bytes <= BYTES, `${bytes} bytes`);
  });
}
