// A desk whose data go back to where they were after each change, and a page that tells what it asked the server for.
import { cp, rm } from 'node:fs/promises';
import { openPage } from '../support/browser.mjs';
import { startServer } from '../support/server.mjs';
import { makeDesk } from '../support/desk.mjs';

/** What a page asks for by itself, not because of a gesture. */
const QUIET = [/^\/api\/auth\/refresh_token$/, /^\/api\/push\//, /\/(read|seen|looking|forecast)$/];
const QUIET_MS = 250;
const SETTLE_MS_MAX = 4_000;

/** Runs in the page, before its own code: how long the pointer was up between the last two presses, as the page knows it. */
function watchPresses() {
  let endedAt = -Infinity;
  addEventListener('pointerup', (event) => (endedAt = event.timeStamp), true);
  addEventListener('pointerdown', (event) => (globalThis.pauseBetweenPresses = event.timeStamp - endedAt), true);
}

/** Starts a desk with one person signed in; returns {page, record, fresh, restore, end}. */
export async function makeWorld({ browser, person, size }) {
  const server = await startServer();
  const keep = `${server.logPath}.kept`;
  const desk = makeDesk({ browser, base: server.base });
  const first = await desk.tools.newSignedInPage(person, { size });
  const storageState = await first.context().storageState();
  await desk.close();
  await server.restart((data) => cp(data, keep, { recursive: true }));
  let page = null;
  let record = null;

  async function open(kept) {
    await page?.end();
    page = await openPage(browser, { base: server.base, size, storageState: kept, hasWorker: true });
    await page.addInitScript(watchPresses);
    record = recordOf(page);
  }
  await open(storageState);

  return {
    /** The surface that is shown, as openSurface left it. */
    shown: null,
    /** After a fault the page is loaded anew. */
    isWorn: false,
    get page() {
      return page;
    },
    get record() {
      return record;
    },
    /** A browser that has kept nothing of the last gestures but its sign-in: an older token of it would end it. */
    async renew() {
      this.shown = null;
      const cookies = await page.context().cookies();
      await open({ ...storageState, cookies });
    },
    /** Undoes what the last gestures changed. */
    async restore() {
      await page.end();
      page = null;
      this.shown = null;
      await server.restart(async (data) => {
        await rm(data, { recursive: true, force: true });
        await cp(keep, data, { recursive: true });
      });
      await open(storageState);
    },
    async end() {
      await page?.end();
      await server.stop();
      await rm(keep, { recursive: true, force: true });
    },
  };
}

/** Counts the changing requests and what went wrong since the last `forget`. */
function recordOf(page) {
  let asked = [];
  let broken = [];
  let pending = 0;
  let lastAt = performance.now();
  // what is asked for, and the code of what is opened
  const isOurs = (request) => /^\/(api|assets)\//.test(new URL(request.url()).pathname);
  page.on('request', (request) => {
    if (!isOurs(request)) return;
    pending += 1;
    lastAt = performance.now();
    const { pathname } = new URL(request.url());
    const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(request.method());
    if (isChange && !QUIET.some((one) => one.test(pathname)))
      asked.push({ request, text: `${request.method()} ${pathname}` });
  });
  const done = (request) => {
    if (!isOurs(request)) return;
    pending -= 1;
    lastAt = performance.now();
  };
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  page.on('response', (response) => {
    const isRefused = response.status() >= 400 && response.status() < 500;
    // what was refused before anything else was asked for may be asked again: it changed nothing
    if (isRefused && asked.at(-1)?.request === response.request()) asked.pop();
    if (response.status() >= 500) broken.push(`${response.status()} from ${new URL(response.url()).pathname}`);
  });
  page.on('pageerror', (error) => broken.push(`uncaught: ${error.message}`));
  return {
    asked: () => asked.map((one) => one.text),
    broken: () => [...broken],
    forget() {
      asked = [];
      broken = [];
    },
    /** Waits until the page has asked for nothing for a moment. */
    async settle() {
      const end = performance.now() + SETTLE_MS_MAX;
      while (performance.now() < end) {
        if (pending <= 0 && performance.now() - lastAt > QUIET_MS) return;
        await page.waitForTimeout(50);
      }
    },
    reset() {
      pending = 0;
    },
  };
}
