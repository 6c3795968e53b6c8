import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { SideMenu } from './SideMenu';

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

// spec: S018 S090
it('ends with the fixed label and with the version that the server says', async () => {
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) =>
      (path === '/version' ? Promise.resolve({ version: '7.8.9' }) : new Promise(() => undefined)) as never,
  );
  renderSignedIn(<SideMenu />, { user: makeUser({ profile: 'admin' }) });
  expect(await screen.findByText('6.0.0 · servidor 7.8.9')).toBeTruthy();
});

// spec: S018
it.each([
  [1201, true],
  [1200, false],
] as const)('is open by default on a body %i wide: %s', async (width, isOpen) => {
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(width);
  const { useIsDrawerOpen } = await import('@/state/drawer');
  function Open() {
    return <output>{String(useIsDrawerOpen())}</output>;
  }
  renderSignedIn(<Open />);
  expect(screen.getByRole('status').textContent).toBe(String(isOpen));
});

// spec: S009 S018
it.each([
  ['admin', true],
  ['supervisor', false],
  ['user', false],
] as const)('has the dashboard for a %s: %s', (profile, isThere) => {
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never);
  renderSignedIn(<SideMenu />, { user: makeUser({ profile }) });
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses.includes('/')).toBe(isThere);
  expect(addresses).toContain('/tickets');
});

// spec: S018
it.each([
  [false, 2],
  [true, 2],
  [false, 0],
])('marks the chats while the user has unread ones (as a rail: %s, %i unread)', async (isRail, unreads) => {
  const chat = { id: 1, uuid: '1', users: [{ userId: 1, unreads }] };
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    Promise.resolve(path === '/chats' ? { records: [chat], hasMore: false } : [])) as never);
  const { client } = renderSignedIn(<SideMenu isRail={isRail} />);
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const marked = screen.queryByText('não lidas')?.closest('a')?.getAttribute('href');
  expect(marked).toBe(unreads > 0 ? '/chats' : undefined);
});
