import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { SideMenu } from './SideMenu';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(api, 'get').mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const mark = () => screen.queryByText('um número sem conexão');
const STATUSES = ['OPENING', 'qrcode', 'PAIRING', 'TIMEOUT', 'DISCONNECTED'] as const;

// spec: S134
it.each(STATUSES)('marks the connections 2 seconds after a number was seen at %s, until it is back', async (status) => {
  const { client } = renderSignedIn(<SideMenu />, { user: makeUser({ profile: 'supervisor' }) });
  const become = async (now: string) => {
    client.setQueryData(keys.connections, [
      { id: 1, status: 'CONNECTED' },
      { id: 2, status: now },
    ]);
    await pass(0);
  };
  await pass(0);
  await become(status);
  await pass(1999);
  expect(mark()).toBeNull();
  await pass(1);
  expect(mark()?.closest('a')?.getAttribute('href')).toBe('/connections');
  await become('CONNECTED');
  expect(mark()).toBeNull();
  // a short gap is none
  await become(status);
  await pass(1500);
  await become('CONNECTED');
  await pass(5000);
  expect(mark()).toBeNull();
});
