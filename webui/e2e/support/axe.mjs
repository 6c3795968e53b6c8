// Accessibility: axe-core inside the page. Any violation fails the journey.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const source = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

function describe(violation) {
  const nodes = violation.nodes.map(
    (node) => `      ${node.target.join(" ")}: ${node.failureSummary}`,
  );
  return [`${violation.id} (${violation.impact}): ${violation.help}`, ...nodes].join("\n");
}

/** Rows that wait for newer ones are paler, and what fades in is: neither is how the page is read. */
const rests = () =>
  !document.querySelector("[data-stale]") &&
  document
    .getAnimations()
    .every((one) => one.playState !== "running" || one.effect?.getTiming().iterations === Infinity);

/** What axe finds on the whole page once it rests; the debugger brings it in, so that the page's own security policy stays on. */
async function violationsOf(page, what) {
  await page.waitForFunction(rests);
  const debug = await page.context().newCDPSession(page);
  await debug.send("Runtime.evaluate", { expression: `${source};0` });
  const { result, exceptionDetails } = await debug.send("Runtime.evaluate", {
    expression:
      'axe.run(document, { resultTypes: ["violations"] }).then((found) => JSON.stringify(found.violations))',
    awaitPromise: true,
  });
  await debug.detach();
  if (exceptionDetails)
    throw new Error(`axe on ${what}: ${exceptionDetails.exception?.description}`);
  return JSON.parse(result.value);
}

/** Nothing that axe has against the page lasts: rows may begin to wait for newer ones while it looks. */
export async function axe(page, what = page.url()) {
  if ((await violationsOf(page, what)).length === 0) return;
  const violations = await violationsOf(page, what);
  if (violations.length > 0)
    throw new Error(`axe on ${what}:\n    ${violations.map(describe).join("\n    ")}`);
}
