import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyLayer, layers } from '@/ui/lazyLayer';
import { preloadLayers } from './preloadLayers';

const asked: string[] = [];
let stop: () => void = () => undefined;

/** A layer whose code takes 100 ms. */
const layer = (name: string, works = true) =>
  lazyLayer(async () => {
    asked.push(name);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    if (!works) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => null };
  });

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  layers.waiting.length = 0;
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('asks for layers one after another when the page has come', async () => {
  layer('first', false);
  layer('second');
  stop = preloadLayers();
  await vi.advanceTimersByTimeAsync(1499);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual(['first']);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual(['first', 'second']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(2);
});

it('asks for those of a page that comes later', async () => {
  stop = preloadLayers();
  await vi.advanceTimersByTimeAsync(10_000);
  layer('late');
  await vi.advanceTimersByTimeAsync(1499);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual(['late']);
});

it('waits until the browser rests', async () => {
  let rests = () => {};
  vi.stubGlobal('requestIdleCallback', (next: () => void) => (rests = next));
  layer('busy');
  stop = preloadLayers();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
  rests();
  expect(asked).toEqual(['busy']);
});

it('waits for the network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  layer('cut');
  stop = preloadLayers();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1500);
  expect(asked).toEqual(['cut']);
});

it('leaves it to the press for who saves data, and when it is told to stop', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }));
  layer('dear');
  stop = preloadLayers();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.unstubAllGlobals();
  preloadLayers()();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual([]);
});
