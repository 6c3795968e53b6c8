import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { makeUser } from '@/dev/signedIn';
import { currentSession, signIn, signOut } from '@/state/session';
import { toast } from '@/ui/toast';
import type { Viewer } from '../membership';
import { authHandler } from './auth';

afterEach(() => {
  vi.useRealTimers();
  signOut();
});

const viewer: Viewer = { id: 1, profile: 'user', queueIds: [10], seesUnqueued: false };
const signedIn = (id: number) =>
  authHandler.effects?.(new QueryClient(), { action: 'update', user: { id, email: '', companyId: 1 }, seq: 1 }, viewer);

// spec: S070 S131 S132
it('says that the account is used elsewhere, and signs out 1000 ms later', () => {
  signIn({ token: 'jwt', user: makeUser() });
  vi.useFakeTimers();
  const notice = vi.spyOn(toast, 'error').mockReturnValue();
  signedIn(2);
  expect(notice).not.toHaveBeenCalled();
  signedIn(1);
  expect(notice).toHaveBeenCalledExactlyOnceWith('Sua conta foi acessada em outro computador.');
  notice.mockRestore();
  vi.advanceTimersByTime(999);
  expect(currentSession()?.token).toBe('jwt');
  vi.advanceTimersByTime(1);
  expect(currentSession()).toBeNull();
});
