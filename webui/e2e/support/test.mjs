// What a journey is written with: `test`, whose fixtures are the desk, the customers' phones and every word of them.
//
// A server with demo data and a browser belong to a worker: journeys that pass share them, and one that fails is the last on
// them. A journey's pages are its own, and what they complain about makes it fail.
import { test as playwright } from '@playwright/test';
import { launchBrowser } from './browser.mjs';
import { makeDesk } from './desk.mjs';
import { keepEvidence } from './evidence.mjs';
import { startServer } from './server.mjs';
import { simulatorAt } from './simulator.mjs';
import { until } from './until.mjs';

/** Everything a journey may ask for. */
function givenBy(server, desk) {
  const { base, operator, graphPort, phonesPort } = server;
  return { base, operator, graphPort, phonesPort, simulator: simulatorAt(operator), until, ...desk.tools };
}

/** What the pages said that nobody expected, as one reason; it comes from nowhere in the journey. */
function complaintOf(lines) {
  const error = new Error(lines.join('\n'));
  return Object.assign(error, { name: 'The pages complained', stack: '' });
}

// oxlint-disable-next-line no-empty-pattern -- the names here are how Playwright learns what is asked for
async function withServer({}, give) {
  const server = await startServer();
  await give(server);
  await server.stop();
}

// oxlint-disable-next-line no-empty-pattern
async function withBrowser({}, give) {
  const browser = await launchBrowser();
  await give(browser);
  await browser.close();
}

async function withDesk({ browser, server, ownBrowser }, give, info) {
  const own = ownBrowser && (await launchBrowser(ownBrowser));
  const desk = makeDesk({ browser: own ?? browser, base: server.base });
  await give(givenBy(server, desk));
  const complaints = desk.pages.flatMap((page) => page.complaints());
  if (complaints.length > 0 || info.status !== info.expectedStatus) {
    await keepEvidence(info, { pages: desk.pages, complaints, serverLogPath: server.logPath });
  }
  await desk.close();
  await own?.close();
  if (complaints.length > 0) throw complaintOf(complaints);
}

/** Each word is a fixture of its own, so that a journey names those it uses; nothing is opened to ask for the names. */
const words = Object.fromEntries(
  Object.keys(givenBy({}, makeDesk({}))).map((word) => [
    word,
    [async ({ desk }, give) => give(desk[word]), { box: true }],
  ]),
);

export const test = playwright.extend({
  /** `test.use({ ownBrowser: { isWhole: true } })`: a browser of its own, such as `launchBrowser` takes it. */
  ownBrowser: [null, { option: true }],
  // starting and stopping have deadlines of their own
  server: [withServer, { scope: 'worker', timeout: 0 }],
  browser: [withBrowser, { scope: 'worker', timeout: 0 }],
  desk: withDesk,
  ...words,
});
