// Browser journeys against the real server: two workers, each with a server of its own with demo data on free ports and
// a Chromium of its own (e2e/support/test.mjs), take the files of e2e/journeys in turn.
//
//   npm --prefix webui run e2e                   all journeys
//   npm --prefix webui run e2e -- login reply    those whose path contains one of the words
//
// One that fails is run once more when the others are done, alone on a fresh server: a busy machine makes a wait of ten
// seconds too short about once in a thousand. What failed the first time is printed all the same, and counted as unsteady.
//
// GUICHE_BIN     the server (default target/debug/guiche)
// CHROMIUM_PATH  the browser (default: what scripts/find-chromium finds)
// GUICHE_URL and GUICHE_OPERATOR_URL together: use a demo that runs already
import { defineConfig } from '@playwright/test';

// Workers are told to colour what they print; with both, Node warns in each of them. The reporter takes the colours away.
delete process.env.NO_COLOR;

export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '**/*.mjs',
  outputDir: 'e2e/shots',
  reporter: './e2e/support/reporter.mjs',
  // Two keep two cores busy: a third made each as much slower. A demo that runs already is one server, where two journeys
  // would meet.
  workers: process.env.GUICHE_URL ? 1 : 2,
  // a journey that hangs must not hang the run
  timeout: 180_000,
  retries: 1,
  retryStrategy: 'isolated',
  // what the pages themselves wait for has the same limit (support/browser.mjs)
  expect: { timeout: 10_000 },
  // to record every journey takes too much of two cores
  use: { trace: 'on-first-retry' },
  // Nothing is transpiled: it is JavaScript as Node and the browser take it. A folder, because names that Playwright
  // makes of a file's have another ending, and errors would be told of wrong lines.
  build: { external: ['**/e2e/**'] },
});
