import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeUser } from '@/dev/signedIn';
import { signIn, signOut } from '@/state/session';
import { retrySocket, syncSocket } from './socket';
import { useRealtime } from './useRealtime';

vi.mock('./socket');

function Page() {
  useRealtime();
  return null;
}
const asked = () => vi.mocked(syncSocket).mock.calls;
const enter = (companyId: number, id: number, token = 'jwt') =>
  act(() => signIn({ token, user: makeUser({ id, companyId }) }));

beforeEach(() => void vi.clearAllMocks());
afterEach(() => act(() => signOut()));

// spec: S070
it('keeps a connection for the company and the user who are signed in, and none for nobody', () => {
  enter(1, 1);
  render(<Page />);
  expect(asked()).toEqual([[1, 1]]);
  // a token that was renewed is no other user
  enter(1, 1, 'renewed');
  expect(asked()).toHaveLength(1);
  enter(1, 2);
  expect(asked().at(-1)).toEqual([1, 2]);
  enter(2, 2);
  expect(asked().at(-1)).toEqual([2, 2]);
  act(() => signOut());
  expect(asked().at(-1)).toEqual([undefined, undefined]);
});

// spec: S070
it('tries again at once when the browser is back on line', () => {
  render(<Page />);
  expect(retrySocket).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(retrySocket).toHaveBeenCalledTimes(1);
});
