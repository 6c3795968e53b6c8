import { screen } from '@testing-library/react';
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
