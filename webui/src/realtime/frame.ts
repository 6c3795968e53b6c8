/** Collects work and does it once per animation frame (or after 100 ms in a hidden tab, which paints no frames). */
export function createFrameBatch<T>(flush: (items: T[]) => void) {
  let items: T[] = [];
  let isScheduled = false;

  const run = () => {
    if (!isScheduled) return;
    isScheduled = false;
    const batch = items;
    items = [];
    flush(batch);
  };

  return {
    push(item: T) {
      items.push(item);
      if (isScheduled) return;
      isScheduled = true;
      if (document.visibilityState === 'hidden') setTimeout(run, 100);
      else {
        requestAnimationFrame(run);
        setTimeout(run, 250);
      }
    },
    flush: run,
    clear() {
      items = [];
    },
  };
}
