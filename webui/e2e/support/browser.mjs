// Chromium, and pages that remember everything they complained about.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { layCable } from './cable.mjs';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a microphone that beeps once a second
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
];

/** Asking whether a session exists is answered with 401 when there is none; the browser logs that by itself. */
const ALWAYS_EXPECTED = [/status of 401 .*\/api\/auth\/(refresh_token|me)/];

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };

const FIND = fileURLToPath(new URL('../../../scripts/find-chromium', import.meta.url));

/** Compiling hot code once more, to be faster, takes longer than it saves on pages that live for some seconds. */
const WITHOUT_LATE_COMPILERS = '--js-flags=--no-turbofan --no-maglev';

/** `isWhole`: with what a browser without a window lacks. `hasLateCompilers`: as users have it. */
export function launchBrowser({ isWhole = false, hasLateCompilers = false } = {}) {
  return chromium.launch({
    executablePath: execFileSync(FIND, isWhole ? ['whole'] : [], { encoding: 'utf8' }).trim(),
    args: hasLateCompilers ? ARGUMENTS : [...ARGUMENTS, WITHOUT_LATE_COMPILERS],
    headless: true,
  });
}

/** A line as it reads in a log: text and where it came from. */
function lineOf(message) {
  const { url } = message.location();
  return url ? `${message.text()} [${url}]` : message.text();
}

/** Whether the newest socket of a page has joined the bell's room: what comes from then on is heard. */
function listenerOf(page) {
  let hasJoined = false;
  page.on('websocket', (socket) => {
    hasJoined = false;
    let asked = null;
    socket.on('framesent', ({ payload }) => {
      asked = /^42(?<id>\d+)\["joinNotification"/.exec(payload)?.groups.id ?? asked;
    });
    socket.on('framereceived', ({ payload }) => {
      if (asked !== null && String(payload).startsWith(`43${asked}[`)) hasJoined = true;
    });
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) hasJoined = false;
  });
  return () => hasJoined;
}

/**
 * Opens a page in a browser context of its own (own cookies, own storage). Console errors, uncaught errors and
 * violations of the content security policy make the journey fail, unless `page.expectErrors(/…/)` announced them.
 * `storageState` is what another browser keeps: the same session in two browsers, which signing in twice would end.
 * A service worker (`hasWorker`) installs itself in every new context and takes a tenth of a journey's time: whoever may lose
 * the network has one. Without it what the page fetches can be held back by `page.route`, its code too.
 */
export async function openPage(
  browser,
  { base, size = 'wide', theme = 'light', locale = 'pt-BR', hasCable = false, hasWorker = hasCable, storageState },
) {
  const cable = hasCable ? await layCable(base) : null;
  const context = await browser.newContext({
    baseURL: cable?.base ?? base,
    storageState,
    serviceWorkers: hasWorker ? 'allow' : 'block',
    viewport: SIZES[size],
    colorScheme: theme,
    locale,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    permissions: ['notifications', 'microphone'],
  });
  context.setDefaultTimeout(10_000);
  const log = [];
  const errors = [];
  const expected = [...ALWAYS_EXPECTED];

  const page = await context.newPage();
  const isListening = listenerOf(page);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  page.on('console', (message) => {
    log.push(`${message.type()}: ${lineOf(message)}`);
    if (message.type() === 'error') errors.push(`console: ${lineOf(message)}`);
  });
  page.on('pageerror', (error) => {
    log.push(`uncaught: ${error.stack ?? error}`);
    errors.push(`uncaught: ${error.stack ?? error}`);
  });
  page.on('crash', () => errors.push('the page crashed'));

  return Object.assign(page, {
    log,
    isListening,
    expectErrors: (...patterns) => expected.push(...patterns),
    complaints: () => errors.filter((line) => !expected.some((pattern) => pattern.test(line))),
    /** Cuts or restores the network of this page; open sockets die when it was opened with a cable. */
    async setNetwork(isOn) {
      if (isOn) cable?.plug();
      else cable?.pull();
      await context.setOffline(!isOn);
    },
    async end() {
      await context.close();
      await cable?.close();
    },
  });
}
