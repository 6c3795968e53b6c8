/** While something would be lost with the page, the browser asks before it is closed or loaded anew. */
const holds = new Set<{ isHeld: () => boolean }>();

const ask = (event: BeforeUnloadEvent) => {
  if ([...holds].some((hold) => hold.isHeld())) event.preventDefault();
};

/** Keeps the page, as long as it is said to be held, until the function that this answers is called. */
export function holdPage(isHeld = () => true): () => void {
  const hold = { isHeld };
  if (holds.size === 0) window.addEventListener('beforeunload', ask);
  holds.add(hold);
  return () => {
    if (holds.delete(hold) && holds.size === 0) window.removeEventListener('beforeunload', ask);
  };
}

/** Keeps the page while something is on its way. */
export function holdPageFor<T>(work: Promise<T>): Promise<T> {
  const release = holdPage();
  return work.finally(release);
}

const backs = new Set<() => boolean>();

// Registered when the application starts, and so before the router's: a window hears in that order.
window.addEventListener('popstate', (event) => {
  if ([...backs].some((hear) => hear())) event.stopImmediatePropagation();
});

/** Calls before the router at each Back and Forward; true keeps it from the router. Answers what ends that. */
export function hearBack(hear: () => boolean): () => void {
  backs.add(hear);
  return () => void backs.delete(hear);
}
