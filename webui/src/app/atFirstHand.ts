const HANDS = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Runs once: when a hand is laid on the page, or after `afterMs`. Returns how to stop. */
export function atFirstHand(run: () => void, afterMs: number, view: Window = window): () => void {
  const stop = () => {
    clearTimeout(timer);
    for (const kind of HANDS) view.removeEventListener(kind, begin, true);
  };
  const begin = () => {
    stop();
    run();
  };
  const timer = setTimeout(begin, afterMs);
  for (const kind of HANDS) view.addEventListener(kind, begin, true);
  return stop;
}
