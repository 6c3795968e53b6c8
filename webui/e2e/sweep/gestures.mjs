// What hands do to a control, and what must hold afterwards. Each gesture starts on a page that was just loaded.
import { controlAt, stateOf } from './controls.mjs';

const DOUBLE_MS = [110, 350];
/** As long after the first a second click means something of its own (src/ui/clickGuard.ts). */
const DOUBLE_MAX_MS = 500;
const FOLLOW_MS = 100;
const LATENCY_MS = 1_500;
/** Longer than a form waits before it asks (S134, A135). */
const OFFLINE_MS = 700;
/** Letters that no page uses as a key of its own. */
const TYPED = 'uva';

const click = (page, key) => controlAt(page, key).click({ timeout: 4_000 });

async function press(page) {
  await page.mouse.down();
  await page.mouse.up();
}

/** A second click where the pointer is, whatever lies there by now. On a busy machine it may come too late to be one. */
async function clickTwice(page, key, pauseMs) {
  await controlAt(page, key).hover({ timeout: 4_000 });
  await press(page);
  await page.waitForTimeout(pauseMs);
  await press(page);
  const ms = await page.evaluate(() => globalThis.pauseBetweenPresses);
  if (ms >= DOUBLE_MAX_MS) throw new Error(`Timeout: ${Math.round(ms)} ms between two clicks`);
}

async function clickThen(page, key, follow) {
  await click(page, key);
  await page.waitForTimeout(FOLLOW_MS);
  return follow();
}

/** A double click means one thing, so it asks for no more than one click does. */
const asOneClick = ({ asked, single, control }) => {
  const most = control.isToggle ? Math.max(2, single.asked.length) : Math.max(1, single.asked.length);
  return asked.length > most && `${asked.length} changing requests: ${asked.join(', ')}`;
};

/** What the first click opened is still open, and the page is where one click leads. */
const asAfterOneClick = ({ after, single, control }) =>
  // a panel is closed by its button
  (!control.isPanel &&
    single.after.layers > single.before.layers &&
    after.layers < single.after.layers &&
    'the dialog that the first click opened is gone') ||
  (after.path !== single.after.path && `leads to ${after.path} instead of ${single.after.path}`);

const keepsFocus = ({ after }) => after.isFocusLost && 'the focus is on the body';

/** Tab after the last control of a page leaves the page, but never a dialog. */
const keepsFocusOrLeaves = (seen) => (seen.after.layers > 0 || !seen.ran.hasLeft) && keepsFocus(seen);

/** What keeps them while a dialog is on its way comes with the table of the pages, a moment after the tickets. */
const untilPagesAreThere = (page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/OtherPage-')));

/** Letters are in the field that has the focus at the end: all, or none where nothing takes text. */
const keepsLetters = ({ before, after }) => {
  if (after.field === null || after.isReadOnly) return false;
  if (after.field.includes(TYPED)) return false;
  return after.focus !== before.focus && `“${TYPED}” became “${after.field}” in ${after.focus}`;
};

/**
 * `isForLinks`: also for a link that stands in a row. What is typed after one belongs to the page it leads to.
 * `isFirst`: on a page that was just loaded, for what opens a dialog: its code is fetched with this press.
 */
export const gestures = {
  click: {
    run: ({ page, control }) => click(page, control.key),
    rules: [keepsFocus],
  },
  ...Object.fromEntries(
    DOUBLE_MS.map((pauseMs) => [
      `twice in ${pauseMs} ms`,
      {
        isForLinks: true,
        run: ({ page, control }) => clickTwice(page, control.key, pauseMs),
        rules: [asOneClick, asAfterOneClick, keepsFocus],
      },
    ]),
  ),
  'then letters': {
    run: ({ page, control }) => clickThen(page, control.key, () => page.keyboard.type(TYPED, { delay: 20 })),
    rules: [asOneClick, keepsLetters, keepsFocus],
  },
  'the first time, then letters': {
    isFirst: true,
    async run({ page, control }) {
      await untilPagesAreThere(page);
      return clickThen(page, control.key, () => page.keyboard.type(TYPED, { delay: 20 }));
    },
    rules: [asOneClick, keepsLetters, keepsFocus],
  },
  'then Enter': {
    run: ({ page, control }) => clickThen(page, control.key, () => page.keyboard.press('Enter')),
    rules: [asOneClick, keepsFocus],
  },
  'then Escape': {
    run: ({ page, control }) => clickThen(page, control.key, () => page.keyboard.press('Escape')),
    rules: [asOneClick, keepsFocus],
  },
  'then Tab': {
    run: ({ page, control }) =>
      clickThen(page, control.key, async () => {
        await page.keyboard.press('Tab');
        return { hasLeft: await page.evaluate(() => document.activeElement === document.body) };
      }),
    rules: [asOneClick, keepsFocusOrLeaves],
  },
  offline: {
    isForLinks: true,
    async run({ page, control, record }) {
      await page.context().setOffline(true);
      try {
        await click(page, control.key);
        await page.waitForTimeout(OFFLINE_MS);
      } finally {
        record.forget();
        await page.context().setOffline(false);
      }
      await page.waitForTimeout(700);
    },
    rules: [({ asked }) => asked.length > 0 && `fires when the network is back: ${asked.join(', ')}`],
    errors: [
      /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/,
      /ERR_INTERNET_DISCONNECTED/,
      /net::ERR_FAILED .*\/assets\//,
      /WebSocket connection/,
    ],
  },
  slow: {
    isForLinks: true,
    async run({ page, control }) {
      const hold = async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
        await route.continue().catch(() => undefined);
      };
      await page.route('**/api/**', hold);
      try {
        await clickTwice(page, control.key, 300);
        await page.waitForTimeout(LATENCY_MS + 200);
      } finally {
        await page.unroute('**/api/**', hold);
      }
    },
    rules: [asOneClick, asAfterOneClick, keepsFocus],
  },
};

/** Text in a form that was not saved asks before it goes, by Escape as by a press outside. */
export async function dropsDirtyInput(page) {
  // a question over a form is not left by what closes the form
  const form = page.locator('[role=dialog], [role=alertdialog]').last().locator('form').last();
  if ((await form.count()) === 0) return [];
  const field = form.locator('input[type=text]:visible, input:not([type]):visible, textarea:visible').first();
  if ((await field.count()) === 0 || (await field.isDisabled())) return [];
  const found = [];
  for (const [how, leave] of [
    ['Escape', () => page.keyboard.press('Escape')],
    ['a press outside', () => page.mouse.click(4, 4)],
  ]) {
    const before = await stateOf(page);
    await field.fill(`${TYPED} ${how}`).catch(() => undefined);
    await leave();
    await page.waitForTimeout(400);
    const after = await stateOf(page);
    if (after.layers < before.layers) return [...found, `${how} drops what was typed`];
    if (after.layers > before.layers) {
      // it asks: stay
      await page.keyboard.press('Escape');
      await page.waitForTimeout(300);
    }
  }
  return found;
}
