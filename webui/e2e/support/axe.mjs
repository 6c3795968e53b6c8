// Accessibility: axe-core inside the page. Any violation fails the journey.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function describe(violation) {
  const nodes = violation.nodes.map((node) => `      ${node.target.join(' ')}: ${node.failureSummary}`);
  return [`${violation.id} (${violation.impact}): ${violation.help}`, ...nodes].join('\n');
}

/** Rows that wait for newer ones are paler, and what fades in is: neither is how the page is read. */
const rests = () =>
  !document.querySelector('[data-stale]') &&
  document
    .getAnimations()
    .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity);

/** Rules that ask for colours: what another theme of the same page can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Runs in the page: its theme, and what it shows apart from that. */
const placeOf = () => {
  const titles = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].map(
    (one) => one.getAttribute('aria-label') ?? one.querySelector('h1, h2, h3')?.textContent,
  );
  return {
    theme: document.documentElement.dataset.theme ?? String(matchMedia('(prefers-color-scheme: dark)').matches),
    shown: [location.pathname, innerWidth, document.documentElement.lang, ...titles].join(' '),
  };
};

/** What axe finds on the whole page once it rests; the debugger brings it in, so that the page's own security policy stays on. */
async function violationsOf(page, what, rules) {
  await page.waitForFunction(rests);
  const options = { resultTypes: ['violations'], ...rules };
  const debug = await page.context().newCDPSession(page);
  const hasAxe = await debug.send('Runtime.evaluate', { expression: "typeof axe === 'object'" });
  if (!hasAxe.result.value) await debug.send('Runtime.evaluate', { expression: `${source};0` });
  const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify(options)}).then((found) => JSON.stringify(found.violations))`,
    awaitPromise: true,
  });
  await debug.detach();
  if (exceptionDetails) throw new Error(`axe on ${what}: ${exceptionDetails.exception?.description}`);
  return JSON.parse(result.value);
}

/** The eyes of one journey: all rules, and those of colours alone where it looked at the same in the other theme before. */
export function makeAxe() {
  const lookedAt = new Map();

  async function rulesFor(page, what) {
    const { theme, shown } = await page.evaluate(placeOf);
    const key = `${what.replace(/,? ?(dark|light)$/, '')} ${shown}`;
    if (!lookedAt.has(key)) lookedAt.set(key, theme);
    return lookedAt.get(key) === theme ? {} : { runOnly: OF_COLOURS };
  }

  /** Nothing that axe has against the page lasts: rows may begin to wait for newer ones while it looks. */
  return async function axe(page, what = page.url()) {
    const rules = await rulesFor(page, what);
    if ((await violationsOf(page, what, rules)).length === 0) return;
    const violations = await violationsOf(page, what, rules);
    if (violations.length > 0) throw new Error(`axe on ${what}:\n    ${violations.map(describe).join('\n    ')}`);
  };
}
