import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { onSignOut, signIn, signOut, type SessionUser } from '@/state/session';
import { Allowed } from './Allowed';
import { SignedIn, SignedOut } from './guards';
import { otherPages } from './OtherPage';
import { paths } from './paths';

const userOf = (profile: SessionUser['profile']) =>
  ({ id: 1, companyId: 1, profile, super: false, company: { dueDate: null, plan: null } }) as unknown as SessionUser;

/** Who is let in by the product's own table; without a need everybody is. */
const needOf = (path: string) => otherPages.find(({ at }) => at.includes(path))?.need ?? {};

function show(path: string) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/login" element={<SignedOut>login</SignedOut>} />
        <Route
          path="/"
          element={
            <SignedIn>
              <Allowed need={needOf(paths.home)}>dashboard</Allowed>
            </SignedIn>
          }
        />
        <Route
          path="/field"
          element={
            <SignedIn>
              <input />
            </SignedIn>
          }
        />
        <Route path="/tickets" element={<SignedIn>tickets</SignedIn>} />
        <Route
          path="/connections"
          element={
            <SignedIn>
              <Allowed need={needOf(paths.connections)}>connections</Allowed>
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

  // Without the mend the page of the one, with all that stood in it, was the other's.
  it('begin the pages anew when another user takes the place of the one without a sign-out', () => {
    let ended = 0;
    const stop = onSignOut(() => {
      ended += 1;
    });
    act(() => signIn({ token: 't', user: userOf('admin') }));
    show('/field');
    screen.getByRole<HTMLInputElement>('textbox').value = 'of the one';
    act(() => signIn({ token: 'renewed', user: userOf('admin') }));
    expect([screen.getByRole<HTMLInputElement>('textbox').value, ended]).toEqual(['of the one', 0]);
    act(() => signIn({ token: 't', user: { ...userOf('admin'), id: 2 } }));
    expect([screen.getByRole<HTMLInputElement>('textbox').value, ended]).toEqual(['', 1]);
    stop();
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
