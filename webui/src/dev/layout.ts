import { vi } from 'vitest';

/**
 * A page of a wide window, as jsdom has none: lists that mount only what is in sight have this much room. Undone by
 * `vi.unstubAllGlobals()` and `vi.restoreAllMocks()`.
 */
export function stubLayout(room?: { width: number; height: number }): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  if (!room) return;
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(room.height);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room.width);
}
