// Where the keyboard is once a menu has opened something.
import assert from 'node:assert/strict';
import { until } from './until.mjs';

const isIn = (locator) => locator.evaluate((element) => element.contains(document.activeElement));

/** Waits until the keyboard is in what was opened. */
export const awaitKeyboardIn = (locator, what) => until(() => isIn(locator), { what: `the keyboard in ${what}` });

/** The same, and it stays there when the menu has faded away. */
export async function keyboardStaysIn(locator, what) {
  const page = locator.page();
  await awaitKeyboardIn(locator, what);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  // two frames: what gives the focus back does it when the menu is gone
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.ok(await isIn(locator), `the keyboard stays in ${what}`);
}
