import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { readView } from './filters';
import SearchPanel from './SearchPanel';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Panel() {
  const [view, setView] = useState(readView(new URLSearchParams('tab=search'), false));
  return (
    <SearchPanel
      view={view}
      mayShowAll={false}
      selectedUuid={null}
      onChange={(part) => setView((known) => ({ ...known, ...part }))}
      onNew={() => undefined}
    />
  );
}

// spec: S134
it('asks for tickets when the typing has rested for 500 ms', async () => {
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(
      (path: string) =>
        Promise.resolve(
          path === '/tickets' ? { tickets: [], count: 0, hasMore: false, nextCursor: null } : [],
        ) as never,
    );
  const asked = () =>
    get.mock.calls.filter(
      ([path, options]) =>
        path === '/tickets' && (options as { query?: { searchParam?: string } }).query?.searchParam === 'vestido',
    );
  renderSignedIn(<Panel />);
  const field = await screen.findByRole('searchbox');
  vi.useFakeTimers();
  for (const value of ['vest', 'vestido']) {
    fireEvent.change(field, { target: { value } });
    await pass(499);
    expect(asked()).toHaveLength(0);
  }
  await pass(1);
  expect(asked()).toHaveLength(1);
});
