// The gesture sweep: every control of every page and dialog is clicked, clicked twice, clicked offline and on a slow
// network, and followed by letters, Enter, Escape and Tab; see gestures.mjs for what must hold.
//
//   node webui/e2e/sweep/main.mjs                each control is clicked, every third gets another gesture
//   node webui/e2e/sweep/main.mjs --full         each control with all gestures
//   node webui/e2e/sweep/main.mjs /tags Novo     surfaces whose title contains all the words, with all gestures
//   … --super                                    what the installation's super user sees, instead of a company's admin
import { launchBrowser } from '../support/browser.mjs';
import { stateOf, controlsOf } from './controls.mjs';
import { isAccepted } from './exceptions.mjs';
import { dropsDirtyInput, gestures } from './gestures.mjs';
import { people } from '../support/desk.mjs';
import { addresses, DEPTH_MAX, isLeaving, openSurface, patternOf, titleOf } from './surfaces.mjs';
import { makeWorld } from './world.mjs';

const SURFACES_MAX = 400;
const SUBMIT_MS = 900;
const GROWN_MS = 250;
const WAITED = /Timeout|not stable|intercepts pointer events|detached/;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const person = process.argv.includes('--super') ? people.super : people.admin;
const isFull = process.argv.includes('--full') || words.length > 0;
/** Short form: the share of controls that get a gesture besides the click. */
const SHARE = 3;

/** Spreads the gestures over the controls in the same way each time. */
function hash(text) {
  let value = 7;
  for (const char of text) value = (value * 31 + char.codePointAt(0)) % 1_000_003;
  return value;
}

const gesturesFor = (title, control, { before, after }) => {
  const isTried = (name) =>
    name !== 'click' &&
    (control.href === null || (control.isRowLink && gestures[name].isForLinks)) &&
    (!gestures[name].isFirst || after.layers > before.layers);
  const names = Object.keys(gestures).filter(isTried);
  if (isFull) return names;
  const number = hash(`${title} ${control.key}`);
  return number % SHARE === 0 && names.length > 0 ? [names[Math.floor(number / SHARE) % names.length]] : [];
};

/** A page that comes has the focus a moment after the one that went; what has none by then has lost it. */
const FOCUS_MS = 2_000;
const untilFocused = (page) =>
  page
    .waitForFunction(() => document.activeElement !== document.body, null, { timeout: FOCUS_MS })
    .catch((error) => {
      if (!WAITED.test(error.message)) throw error;
    });

/** Does one gesture on a surface that is open; answers what was seen and what is wrong. */
async function tryGesture(world, control, name, single) {
  const { page, record } = world;
  const gesture = gestures[name];
  record.forget();
  if (gesture.errors) page.expectErrors(...gesture.errors);
  const complaintsBefore = page.complaints().length;
  const before = await stateOf(page);
  let ran;
  try {
    ran = await gesture.run({ page, control, record });
  } catch (error) {
    if (!WAITED.test(error.message)) throw error;
    return { skipped: error.message.split('\n')[0], faults: [] };
  }
  await record.settle();
  await page.waitForTimeout(200);
  await untilFocused(page);
  let after = await stateOf(page);
  // the page that was left has just gone
  if (after.isFocusLost) {
    await untilFocused(page);
    after = await stateOf(page);
  }
  const seen = { before, after, asked: record.asked(), control, ran };
  seen.single = single ?? seen;
  const faults = gesture.rules.map((rule) => rule(seen)).filter(Boolean);
  faults.push(...record.broken(), ...page.complaints().slice(complaintsBefore));
  if (seen.after.isCrashed) faults.push('the crash page');
  return { ...seen, faults: [...new Set(faults)] };
}

const WORKERS = 2;

// the servers end with the sweep
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const started = performance.now();
const queue = (await addresses()).map((path) => ({ path, steps: [] }));
const known = new Set(queue.map(({ path }) => path));
const knownLayers = new Set();
const shell = new Set();
const faults = [];
let tried = 0;
let skipped = 0;
let surfaces = 0;
let busy = 0;

const isWanted = (title) => words.every((word) => title.includes(word));

function report(world, surface, control, name, found) {
  for (const what of found) {
    const line = `${titleOf(surface)} › ${control.key}: ${name}: ${what}`;
    if (isAccepted(line)) continue;
    faults.push(line);
    console.log(`✗ ${line}`);
    world.shown = null;
    world.isWorn = true;
  }
}

/** What could not be made whole, and on which surface; half of it may have happened, so the page is loaded anew. */
function skip(world, surface, why, control = null, name = 'click') {
  skipped += 1;
  console.log(`- ${titleOf(surface)}${control ? ` › ${control.key}: ${name}` : ''}: skipped: ${why}`);
  world.shown = null;
  world.isWorn = true;
}

/** One part of the application with other days in it: swept where it is met first. A longer form may hold one too. */
const CALENDAR = 'calendar';
const isCalendar = (keys) => keys[0] === 'button «Mês anterior»';

/** A page enters the queue when none of its kind was seen. */
function enqueue(world, path) {
  const pattern = patternOf(path);
  if (known.has(pattern)) return;
  known.add(pattern);
  // what its address names is there in this desk alone
  queue.push({ path, steps: [], ...(pattern === path ? {} : { desk: world }) });
}

/** What a click led to enters the queue when nothing like it was seen. */
async function follow(world, surface, control, { before, after }) {
  if (after.path !== before.path) return enqueue(world, after.path);
  const { layer, controls } = await controlsOf(world.page);
  const steps = [...surface.steps, control.key];
  if (layer === null || steps.length > DEPTH_MAX) return;
  const keys = controls.map((one) => one.key);
  const sign = isCalendar(keys) ? CALENDAR : [patternOf(surface.path), layer, ...keys].join('|').slice(0, 300);
  if (knownLayers.has(sign)) return;
  knownLayers.add(sign);
  queue.push({ ...surface, steps, layer });
  // a form that was sent is on its way for a moment yet (S134) and closes by itself
  if (surface.steps.length > 0) await world.page.waitForTimeout(SUBMIT_MS);
  report(world, surface, control, 'dirty input', await dropsDirtyInput(world.page));
  world.shown = null;
}

/** Opens a surface as it is wanted, null when it cannot be; an earlier gesture may have changed what the browser keeps, such as the language. */
async function openAs(world, surface, isAsWanted) {
  for (const isOnceMore of [false, true]) {
    if (isOnceMore) await world.renew();
    const seen = await openSurface(world, surface);
    if (seen && isAsWanted(seen)) return seen;
  }
  return null;
}

const openWith = (world, surface, control) =>
  openAs(world, surface, ({ controls }) => controls.some(({ key }) => key === control.key));

/** Opens a surface and waits until nothing more comes onto it. */
async function openWhole(world, surface) {
  let opened = await openAs(world, surface, () => true);
  for (;;) {
    await world.page.waitForTimeout(GROWN_MS);
    const seen = opened && (await openSurface(world, surface));
    if (!seen || seen.controls.length <= opened.controls.length) return opened;
    opened = seen;
  }
}

/** The click alone, which shows what one click does and where it leads, and then the gestures around it. */
async function sweepControl(world, surface, control) {
  if (!(await openWith(world, surface, control))) return skip(world, surface, 'it is gone', control);
  const single = await tryGesture(world, control, 'click');
  if (single.skipped) return skip(world, surface, single.skipped, control);
  tried += 1;
  report(world, surface, control, 'click', single.faults);
  if (single.asked.length === 0) await follow(world, surface, control, single);
  else await world.restore();
  if (!isWanted(`${titleOf(surface)} › ${control.key}`)) return;
  for (const name of gesturesFor(titleOf(surface), control, single)) {
    if (gestures[name].isFirst) {
      world.shown = null;
      world.isWorn = true;
    }
    if (!(await openWith(world, surface, control))) return skip(world, surface, 'it is gone', control, name);
    const seen = await tryGesture(world, control, name, single);
    if (seen.skipped) {
      skip(world, surface, seen.skipped, control, name);
      continue;
    }
    tried += 1;
    report(world, surface, control, name, seen.faults);
    if (seen.asked.length > 0) await world.restore();
  }
}

async function sweepSurface(world, surface) {
  const opened = await openWhole(world, surface);
  if (opened === null) return skip(world, surface, 'it cannot be opened');
  const at = new URL(world.page.url()).pathname;
  // a page that is not for this person leads to one that is
  if (surface.steps.length === 0 && at !== surface.path) return enqueue(world, at);
  surfaces += 1;
  console.log(`${titleOf(surface)} (${opened.controls.length})`);
  for (const control of opened.controls) {
    if (isLeaving(control)) continue;
    if (control.isShell && shell.has(control.key)) continue;
    if (control.isShell) shell.add(control.key);
    try {
      await sweepControl(world, surface, control);
    } catch (error) {
      report(world, surface, control, 'sweep', [error.message.split('\n')[0]]);
      await world.restore();
    }
  }
}

/** The next surface that can be opened on a desk. */
function takeFor(world) {
  const place = queue.findIndex(({ desk }) => desk === undefined || desk === world);
  return place === -1 ? undefined : queue.splice(place, 1)[0];
}

/** Takes surfaces until there are none and nobody can add one. */
async function work(browser) {
  const world = await makeWorld({ browser, person, size: 'wide' });
  try {
    for (;;) {
      const surface = surfaces < SURFACES_MAX ? takeFor(world) : undefined;
      if (surface === undefined && busy === 0) return;
      if (surface === undefined) {
        await world.page.waitForTimeout(200);
        continue;
      }
      if (words.length > 0 && !`${titleOf(surface)} `.startsWith(`${words[0]} `)) continue;
      busy += 1;
      try {
        await sweepSurface(world, surface);
      } finally {
        busy -= 1;
      }
    }
  } finally {
    await world.end();
  }
}

const browser = await launchBrowser();
try {
  await Promise.all(Array.from({ length: WORKERS }, () => work(browser)));
} finally {
  await browser.close();
}
console.log(
  `${surfaces} surfaces, ${tried} gestures, ${skipped} skipped, ${((performance.now() - started) / 60_000).toFixed(1)} min`,
);
console.log(`${Math.max(0, tried - faults.length)} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 || tried === 0 ? 1 : 0;
