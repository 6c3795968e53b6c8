/** While something would be lost with the page, the browser asks before it is closed or loaded anew. */
let held = 0;

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Keeps the page until the function that this answers is called. */
export function holdPage(): () => void {
  let isHeld = true;
  held += 1;
  if (held === 1) window.addEventListener('beforeunload', ask);
  return () => {
    if (!isHeld) return;
    isHeld = false;
    held -= 1;
    if (held === 0) window.removeEventListener('beforeunload', ask);
  };
}

/** Keeps the page while something is on its way. */
export function holdPageFor<T>(work: Promise<T>): Promise<T> {
  const release = holdPage();
  return work.finally(release);
}
