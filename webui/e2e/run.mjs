// Browser journeys against the real server: starts it with demo data on free ports, opens Chromium, runs every
// file of journeys/ one after the other and prints one line for each.
//
//   node webui/e2e/run.mjs              all journeys
//   node webui/e2e/run.mjs login reply  those whose file name contains one of the words
//
// One that fails is run once more, alone on a fresh server: a busy machine makes a wait of ten seconds too short about
// once in a thousand. What failed the first time is printed all the same, and counted as unsteady.
//
// GUICHE_BIN     the server (default target/debug/guiche)
// CHROMIUM_PATH  the browser (default /usr/bin/chromium)
// GUICHE_URL and GUICHE_OPERATOR_URL together: use a demo that runs already
import { readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./support/browser.mjs";
import { makeDesk } from "./support/desk.mjs";
import { keepEvidence, shotsFolder } from "./support/evidence.mjs";
import { startServer } from "./support/server.mjs";
import { simulatorAt } from "./support/simulator.mjs";
import { until } from "./support/until.mjs";

/** A journey that hangs must not hang the run. */
const JOURNEY_MS_MAX = 120_000;

async function loadJourneys(words) {
  const folder = new URL("./journeys/", import.meta.url);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".mjs")).toSorted();
  const wanted = files.filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  return Promise.all(
    wanted.map(async (file) => ({ file, ...(await import(new URL(file, folder).href)).default })),
  );
}

async function withTimeLimit(work) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not finished after ${JOURNEY_MS_MAX / 1000} s`)),
      JOURNEY_MS_MAX,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs one journey; returns the reasons why it failed, none when it passed. */
async function runJourney(journey, { browser, server }) {
  const desk = makeDesk({ browser, base: server.base });
  const simulator = simulatorAt(server.operator);
  const reasons = [];
  try {
    await withTimeLimit(
      journey.run({
        browser,
        base: server.base,
        operator: server.operator,
        simulator,
        until,
        ...desk.tools,
      }),
    );
  } catch (error) {
    reasons.push(error.stack ?? String(error));
  }
  reasons.push(...desk.pages.flatMap((page) => page.complaints()));
  if (reasons.length > 0) await keepEvidence(journey.file, desk.pages, reasons, server.logPath);
  await desk.close();
  return reasons;
}

/** Once more, with nothing that earlier journeys left behind; returns the reasons why it failed again. */
async function runAgain(journey, browser) {
  const server = await startServer();
  try {
    return await runJourney(journey, { browser, server });
  } finally {
    await server.stop();
  }
}

function say(mark, journey, started, reasons) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${mark} ${journey.name} (${journey.file}, ${seconds} s)`);
  for (const reason of reasons) console.log(reason.replace(/^/gm, "    "));
}

async function main() {
  const journeys = await loadJourneys(process.argv.slice(2));
  await rm(shotsFolder, { recursive: true, force: true });
  const server = await startServer();
  let passed = 0;
  let unsteady = 0;
  let failed = 0;
  try {
    let browser = await launchBrowser();
    for (const journey of journeys) {
      let started = performance.now();
      let reasons = await runJourney(journey, { browser, server });
      if (reasons.length > 0) {
        say("≈", journey, started, reasons);
        if (!browser.isConnected()) browser = await launchBrowser();
        started = performance.now();
        reasons = await runAgain(journey, browser);
        if (reasons.length === 0) unsteady += 1;
      }
      say(reasons.length === 0 ? "✓" : "✗", journey, started, reasons);
      if (reasons.length === 0) passed += 1;
      else failed += 1;
    }
    await browser.close();
  } finally {
    await server.stop();
  }
  if (unsteady > 0) console.log(`${unsteady} unsteady: failed at first and passed on a fresh server`);
  if (failed + unsteady > 0) console.log(`Pictures and logs: ${fileURLToPath(shotsFolder)}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

await main();
