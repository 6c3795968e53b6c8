// Browser journeys against the real server: two workers, each with a server of its own with demo data on free ports and
// a Chromium of its own, take the files of journeys/ in turn and print one line for each.
//
//   node webui/e2e/run.mjs              all journeys
//   node webui/e2e/run.mjs login reply  those whose file name contains one of the words
//
// One that fails is run once more when the others are done, alone on a fresh server: a busy machine makes a wait of ten
// seconds too short about once in a thousand. What failed the first time is printed all the same, and counted as unsteady.
//
// GUICHE_BIN     the server (default target/debug/guiche)
// CHROMIUM_PATH  the browser (default: what scripts/find-chromium finds)
// GUICHE_URL and GUICHE_OPERATOR_URL together: use a demo that runs already
import { readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./support/browser.mjs";
import { makeDesk } from "./support/desk.mjs";
import { keepEvidence, shotsFolder } from "./support/evidence.mjs";
import { startServer } from "./support/server.mjs";
import { simulatorAt } from "./support/simulator.mjs";
import { until } from "./support/until.mjs";

/** Journeys at a time: they wait more than they work, and one more keeps two cores busy. */
const WORKERS = 2;
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

/** Runs one journey, in a browser of its own where it needs the whole one; returns the reasons why it failed, none when it passed. */
async function runJourney(journey, { browser: shared, server }) {
  const own = journey.needsWholeBrowser ? await launchBrowser({ isWhole: true }) : null;
  const browser = own ?? shared;
  const desk = makeDesk({ browser, base: server.base });
  const simulator = simulatorAt(server.operator);
  const reasons = [];
  try {
    await withTimeLimit(
      journey.run({
        browser,
        base: server.base,
        operator: server.operator,
        graphPort: server.graphPort,
        phonesPort: server.phonesPort,
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
  await own?.close();
  return reasons;
}

function say(mark, journey, started, reasons) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${mark} ${journey.name} (${journey.file}, ${seconds} s)`);
  for (const reason of reasons) console.log(reason.replace(/^/gm, "    "));
}

/** Runs journeys on one server and in one browser until `next` has none left; answers those that failed. */
async function runWorker(next) {
  const server = await startServer();
  const failed = [];
  try {
    let browser = await launchBrowser();
    for (let journey = next(); journey; journey = next()) {
      const started = performance.now();
      const reasons = await runJourney(journey, { browser, server });
      say(reasons.length === 0 ? "✓" : "≈", journey, started, reasons);
      if (reasons.length > 0) failed.push(journey);
      if (!browser.isConnected()) browser = await launchBrowser();
    }
    await browser.close();
  } finally {
    await server.stop();
  }
  return failed;
}

/** Once more, with nothing that other journeys left behind. */
async function runAgain(journey) {
  const started = performance.now();
  const server = await startServer();
  try {
    const browser = await launchBrowser();
    const reasons = await runJourney(journey, { browser, server });
    say(reasons.length === 0 ? "✓" : "✗", journey, started, reasons);
    await browser.close();
    return reasons.length === 0;
  } finally {
    await server.stop();
  }
}

async function main() {
  const journeys = await loadJourneys(process.argv.slice(2));
  await rm(shotsFolder, { recursive: true, force: true });
  const waiting = [...journeys];
  // a demo that runs already is one server; two journeys on it would meet
  const workers = process.env.GUICHE_URL ? 1 : Math.min(WORKERS, journeys.length);
  const next = () => waiting.shift();
  const ended = await Promise.all(Array.from({ length: workers }, () => runWorker(next)));
  let failed = 0;
  const again = ended.flat();
  for (const journey of again) if (!(await runAgain(journey))) failed += 1;
  const unsteady = again.length - failed;
  const passed = journeys.length - failed;
  if (unsteady > 0) console.log(`${unsteady} unsteady: failed at first and passed on a fresh server`);
  if (again.length > 0) console.log(`Pictures and logs: ${fileURLToPath(shotsFolder)}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

await main();
