// A server and visitors with a real browser, for the tests beside this file.
// .ci/browser says where the program and the browser are.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.LUDARIUM_NODE_MODULES}/`);
const { chromium } = require('playwright-core');

/** The script of axe, which checks what people with disabilities need. */
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The WebAssembly module that the server is given; without one, it thinks and checks itself. */
export const module = process.env.LUDARIUM_MODULE;

/** Starts a server and a browser. */
export async function open() {
  const options = module ? ['--wasm', module] : [];
  const server = spawn(process.env.LUDARIUM, ['serve', '--port', '0', '--no-data', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    server.stdout.once('data', (line) => resolve(String(line).trim().replace(/\/$/, '')));
    server.once('exit', (code) => reject(new Error(`the server ended: ${code}`)));
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  return { server, browser, address };
}

/** Ends what `open` has started, as far as it has. */
export async function close({ server, browser } = {}) {
  await browser?.close();
  server?.kill('SIGINT');
}

/** A visitor of their own: own cookies, and every error of a page is a failure. */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.problems = [];
  page.frames_received = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') page.problems.push(message.text()); });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => page.frames_received.push(String(payload))));
  return page;
}

/** What axe finds serious or critical on a page, each in a line. */
export async function barriers(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
}
