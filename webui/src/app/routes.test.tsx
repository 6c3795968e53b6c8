import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeUser } from '@/dev/signedIn';
import { signIn, signOut } from '@/state/session';
import { paths } from './paths';
import { AppRoutes } from './routes';

// The frame of the signed-in pages opens a socket; which page is shown is all that counts here.
vi.mock('./Shell', () => ({ default: () => 'inside' }));

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>;
}

function show(path: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <AppRoutes />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const address = () => screen.getByTestId('address').textContent;

afterEach(() => {
  act(() => signOut());
  cleanup();
});

const PUBLIC = ['/login', '/signup', '/forgetpsw'];
const PRIVATE = [
  '/',
  '/connections',
  '/quick-messages',
  '/todolist',
  '/schedules',
  '/tags',
  '/helps',
  '/files',
  '/kanban',
  '/campaigns',
  '/campaign/7/report',
  '/campaigns-config',
  '/contact-lists',
  '/contact-lists/7/contacts',
  '/settings',
  '/queues',
  '/announcements',
  '/chats',
  '/chats/0b2f',
  '/prompts',
  '/queue-integration',
  '/messages-api',
  '/financeiro',
  '/subscription',
  '/tickets',
  '/tickets/0b2f',
  '/contacts',
  '/users',
];

// spec: A006 A007 A008 A097 S017
describe('the addresses', () => {
  it.each(PRIVATE)('ask a visitor at %s to log in', async (path) => {
    show(path);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.queryByText('inside')).toBeNull();
  });

  it.each(PRIVATE)('show %s to who is signed in', async (path) => {
    act(() => signIn({ token: 't', user: makeUser({ profile: 'admin' }) }));
    show(path);
    expect(await screen.findByText('inside')).toBeTruthy();
    expect(address()).toBe(path);
  });

  it.each(PUBLIC)('let a visitor stay at %s', (path) => {
    show(path);
    expect(address()).toBe(path);
  });

  it.each(PUBLIC)('send who is signed in from %s to /', async (path) => {
    act(() => signIn({ token: 't', user: makeUser({ profile: 'admin' }) }));
    show(path);
    await waitFor(() => expect(address()).toBe(paths.home));
  });
});
