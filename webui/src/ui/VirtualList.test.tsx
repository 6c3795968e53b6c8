import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VirtualList } from './VirtualList';

beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  ),
);
afterEach(() => vi.unstubAllGlobals());

// spec: S135 A135
it('asks for the next page within 100 px of its end, and not before', () => {
  const onEndReached = vi.fn();
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  render(
    <VirtualList label="Lista" items={[1, 2]} keyOf={(id) => id} estimateSize={40} onEndReached={onEndReached}>
      {(id) => <p>{id}</p>}
    </VirtualList>,
  );
  const box = screen.getByRole('list', { name: 'Lista' }).parentElement!;
  fireEvent.scroll(box, { target: { scrollTop: 1300 } });
  expect(onEndReached).not.toHaveBeenCalled();
  fireEvent.scroll(box, { target: { scrollTop: 1301 } });
  expect(onEndReached).toHaveBeenCalledTimes(1);
});
