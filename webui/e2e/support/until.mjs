// Waiting for a condition instead of for a time.
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Asks until the answer is truthy and returns it. An error of the condition counts as "not yet"; the last one is
 * shown when the deadline passes.
 */
export async function until(condition, { what = 'the condition', deadlineMs = 10_000 } = {}) {
  const end = performance.now() + deadlineMs;
  let last;
  for (;;) {
    try {
      last = await condition();
      if (last) return last;
    } catch (error) {
      last = error;
    }
    if (performance.now() >= end) {
      const seen = last instanceof Error ? last.message : JSON.stringify(last);
      throw new Error(`${what}: not within ${deadlineMs} ms (last seen: ${seen})`);
    }
    await pause(POLL_MS);
  }
}
