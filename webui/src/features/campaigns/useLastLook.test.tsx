import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Campaign } from '@/api/types';
import { useLastLook } from './useLastLook';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function look(first: Campaign['status']) {
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries');
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook((status: Campaign['status']) => useLastLook({ id: 7, status }), {
    initialProps: first,
    wrapper,
  });
  return { asked, rerender };
}

// spec: A068 A141
it('asks for the report once more 5 seconds after the campaign was said to have ended', () => {
  const { asked, rerender } = look('EM_ANDAMENTO');
  vi.advanceTimersByTime(60_000);
  expect(asked).not.toHaveBeenCalled();
  rerender('FINALIZADA');
  vi.advanceTimersByTime(4999);
  expect(asked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(asked).toHaveBeenCalledTimes(1);
  rerender('FINALIZADA');
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('asks for nothing more of one that had ended before', () => {
  const { asked } = look('FINALIZADA');
  vi.advanceTimersByTime(60_000);
  expect(asked).not.toHaveBeenCalled();
});
