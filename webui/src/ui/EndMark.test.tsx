import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EndMark } from './EndMark';

let made: { tell: (isIntersecting: boolean) => void; options: IntersectionObserverInit | undefined } | null;
beforeEach(() => {
  made = null;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(hear: (entries: object[]) => void, options?: IntersectionObserverInit) {
        made = { tell: (isIntersecting) => hear([{ isIntersecting }]), options };
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// spec: S135 A135
// A margin is lost on what scrolls inside the window unless that is the observer's root.
it('asks for the next page 100 px before the end of what scrolls, which is the nearest box that is longer than seen', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.id === 'page' ? 2000 : 600;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const onReached = vi.fn();
  const { getByRole } = render(
    <main id="page" style={{ overflowY: 'auto' }}>
      <div style={{ overflowX: 'auto', overflowY: 'auto' }}>
        <EndMark onReached={onReached} />
      </div>
    </main>,
  );
  expect(made?.options).toEqual({ root: getByRole('main'), rootMargin: '100px' });
  act(() => made?.tell(false));
  expect(onReached).not.toHaveBeenCalled();
  act(() => made?.tell(true));
  expect(onReached).toHaveBeenCalledTimes(1);
});

it('looks at the window where nothing else scrolls', () => {
  render(<EndMark onReached={() => undefined} />);
  expect(made?.options?.root).toBeNull();
});
