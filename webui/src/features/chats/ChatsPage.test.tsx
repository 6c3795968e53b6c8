import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import ChatsPage from './ChatsPage';

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// spec: S134
it('asks for chats when the typing has rested for 500 ms', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue({ records: [], count: 0, hasMore: false } as never);
  const asked = () => get.mock.calls.filter(([, options]) => JSON.stringify(options ?? {}).includes('estoque'));
  renderSignedIn(<ChatsPage />, { path: '/chats' });
  const field = await screen.findByRole('searchbox');
  vi.useFakeTimers();
  fireEvent.change(field, { target: { value: 'estoque' } });
  await pass(499);
  expect(asked()).toHaveLength(0);
  await pass(1);
  expect(asked()).toHaveLength(1);
});
