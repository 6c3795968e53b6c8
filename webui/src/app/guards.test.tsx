import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { signIn, signOut, type SessionUser } from '../state/session';
import { Allowed, SignedIn, SignedOut } from './guards';

const userOf = (profile: SessionUser['profile']) =>
  ({ id: 1, companyId: 1, profile, super: false, company: { dueDate: null, plan: null } }) as unknown as SessionUser;

function show(path: string) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/login" element={<SignedOut>login</SignedOut>} />
        <Route
          path="/"
          element={
            <SignedIn>
              <Allowed need={{ profile: 'supervisor' }}>dashboard</Allowed>
            </SignedIn>
          }
        />
        <Route path="/tickets" element={<SignedIn>tickets</SignedIn>} />
        <Route
          path="/connections"
          element={
            <SignedIn>
              <Allowed need={{ profile: 'admin' }}>connections</Allowed>
            </SignedIn>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
}

afterEach(() => act(() => signOut()));

// spec: S017 S084
describe('guards', () => {
  it('send a visitor to the login, and on from there once he is signed in', () => {
    show('/connections');
    expect(screen.getByText('login')).toBeTruthy();
    act(() => signIn({ token: 't', user: userOf('admin') }));
    expect(screen.getByText('connections')).toBeTruthy();
  });

  it('start at the tickets after a sign-out', () => {
    act(() => signIn({ token: 't', user: userOf('admin') }));
    show('/connections');
    expect(screen.getByText('connections')).toBeTruthy();
    act(() => signOut());
    expect(screen.getByText('login')).toBeTruthy();
    act(() => signIn({ token: 't', user: userOf('user') }));
    expect(screen.getByText('tickets')).toBeTruthy();
  });

  it('keep attendants off the pages of admins', () => {
    act(() => signIn({ token: 't', user: userOf('user') }));
    show('/connections');
    expect(screen.getByText('tickets')).toBeTruthy();
  });

  // spec: S009
  it.each([
    ['admin', 'dashboard'],
    ['supervisor', 'dashboard'],
    ['user', 'tickets'],
  ] as const)('send a signed-in %s from the login to the %s', (profile, page) => {
    act(() => signIn({ token: 't', user: userOf(profile) }));
    show('/login');
    expect(screen.getByText(page)).toBeTruthy();
  });
});
