import { hearBack } from '@/state/leaving';

/** The router numbers the entries of the history. */
function place(): number | null {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;
}

/**
 * Holds the browser's Back and Forward while something on the page would be lost: the entry is taken up again before
 * the router hears of it, and `ask` gets what goes there after all. Answers the function that lets go.
 */
export function guardBack(isHeld: () => boolean, ask: (leave: () => void) => void): () => void {
  let known = place();
  let isReturning = false;
  const release = hearBack(() => {
    if (isReturning) {
      isReturning = false;
      return true;
    }
    const next = place();
    if (!isHeld() || known === null || next === null || next === known) {
      known = next;
      return false;
    }
    const steps = next - known;
    isReturning = true;
    window.history.go(-steps);
    ask(() => {
      release();
      window.history.go(steps);
    });
    return true;
  });
  return release;
}
