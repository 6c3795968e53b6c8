import { layers } from '@/ui/lazyLayer';

/** A page that has just come has enough to fetch, and so has somebody who goes on to the next one. */
const LEFT_ALONE_MS = 1500;

/** What the browser tells of the network; not every one does. */
interface Network {
  connection?: { saveData?: boolean };
}

/**
 * Fetches dialogs and menus while the page rests, one after another: what is typed right after the press that opens one finds
 * it there. Whoever saves data, or has no network, gets them with the press. Returns how to stop.
 */
export function preloadLayers(): () => void {
  if ((navigator as Network).connection?.saveData) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = (ms: number) => {
    timer ??= setTimeout(() => whenIdle(() => void fetchNext()), ms);
  };
  // Safari does not say when it rests.
  const whenIdle = (next: () => void) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(next);
    else next();
  };
  const fetchNext = async () => {
    timer = undefined;
    if (!navigator.onLine || layers.tell !== begin) return;
    await layers.waiting.shift()?.();
    if (layers.waiting.length > 0) rest(0);
  };
  const begin = () => rest(LEFT_ALONE_MS);
  layers.tell = begin;
  begin();
  window.addEventListener('online', begin);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', begin);
    delete layers.tell;
  };
}
