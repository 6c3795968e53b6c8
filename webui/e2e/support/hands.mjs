// How somebody works: with the keyboard alone or with the mouse alone. Both can do the same things.
import { until } from './until.mjs';

/** No control of a page lies further away than this many presses. */
const PRESSES_MAX = 400;

/** Where an element lies, seen from the focus: null when it has it, or the key that leads towards it and how often. */
function wayTo(element) {
  const focused = document.activeElement ?? document.body;
  if (focused === element) return null;
  const isBehind =
    focused !== document.body && (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
  const group = element.closest('[role=tablist], [role=menu], [role=listbox], [role=radiogroup], [role=tree]');
  if (group?.contains(focused) && element.tabIndex < 0) {
    if (group.getAttribute('role') === 'tablist') return { key: isBehind ? 'ArrowLeft' : 'ArrowRight', times: 1 };
    return { key: isBehind ? 'ArrowUp' : 'ArrowDown', times: 1 };
  }
  // most of the way at once, the rest step by step: not everything that could be a stop is one
  const stops = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(
    (stop) => stop.tabIndex >= 0 && !stop.disabled && stop.checkVisibility(),
  );
  const [from, to] = [stops.indexOf(focused), stops.indexOf(element)];
  const distance = from === -1 || to === -1 ? 1 : Math.abs(to - from);
  return { key: isBehind ? 'Shift+Tab' : 'Tab', times: Math.max(1, distance - 3) };
}

/** Tab, arrows, Enter and letters. After each press something has the focus, unless another page has come. */
export function keyboardOf(page) {
  const hasFocus = () => page.evaluate(() => document.activeElement !== document.body);
  const placeOf = () => new URL(page.url()).pathname;

  async function reach(locator) {
    await locator.waitFor({ state: 'visible' });
    let presses = 0;
    while (presses < PRESSES_MAX) {
      /* eslint-disable no-await-in-loop */
      const way = await locator.evaluate(wayTo);
      if (way === null) return;
      for (let time = 0; time < way.times; time += 1) await page.keyboard.press(way.key);
      presses += way.times;
      /* eslint-enable no-await-in-loop */
    }
    throw new Error(`the keyboard does not get to ${locator}`);
  }

  return {
    async press(locator) {
      await reach(locator);
      const place = placeOf();
      await page.keyboard.press('Enter');
      await until(async () => placeOf() !== place || (await hasFocus()), { what: `a focus after ${locator}` });
    },
    async type(locator, text) {
      await reach(locator);
      await page.keyboard.type(text);
    },
    /** A list of the browser's own: letters choose. */
    async choose(locator, label) {
      await reach(locator);
      await page.keyboard.type(label);
    },
    /** Whoever has gone down a list to get past it comes back to its beginning. */
    async toTopOf(scroller) {
      await reach(scroller);
      await page.keyboard.press('Home');
    },
    /** What is opened to be written in has the keyboard at once. */
    async write(composer, text) {
      const isReady = () => composer.evaluate((field) => field === document.activeElement);
      await until(isReady, { what: 'the composer has the keyboard' });
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
  };
}

/** Clicks; letters alone come from the keyboard, as nobody has others. */
export function mouseOf(page) {
  return {
    press: (locator) => locator.click(),
    async type(locator, text) {
      await locator.click();
      await page.keyboard.type(text);
    },
    /** The browser draws its own list outside the page. */
    async choose(locator, label) {
      await locator.selectOption({ label });
    },
    toTopOf: (scroller) => scroller.evaluate((element) => element.scrollTo(0, 0)),
    async write(composer, text, send) {
      await composer.click();
      await page.keyboard.type(text);
      await send.click();
    },
  };
}
