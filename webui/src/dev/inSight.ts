import { vi } from 'vitest';

/** What stands at the end of a list is in sight as soon as it is there. Undone by `vi.unstubAllGlobals()`. */
export function showEnds(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly hear: (entries: object[]) => void) {}
      observe = () => this.hear([{ isIntersecting: true }]);
      disconnect = () => undefined;
    },
  );
}
