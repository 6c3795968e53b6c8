import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import * as sound from '@/lib/sound';
import { announceGiven } from '@/state/given';
import { signIn } from '@/state/session';
import { toast } from '@/ui/toast';
import { useGivenTickets } from './useGivenTickets';

const by = { id: 8, name: 'Rafael' };
const give = (id: number, more = {}) => announceGiven({ ticket: makeTicket({ id, userId: 1, ...more }), by });

beforeEach(() => {
  vi.useFakeTimers();
  signIn({ token: 'test', user: makeUser() });
  vi.spyOn(sound, 'playPing').mockImplementation(() => undefined);
  vi.spyOn(toast, 'info').mockImplementation(() => undefined);
});
afterEach(() => vi.useRealTimers());

// spec: S064
describe('what a colleague gives', () => {
  it('is heard, and told by name', () => {
    renderHook(() => useGivenTickets());
    act(() => give(1));
    expect(sound.playPing).toHaveBeenCalledTimes(1);
    act(() => void vi.runAllTimers());
    expect(toast.info).toHaveBeenCalledExactlyOnceWith('Rafael passou Beatriz Nogueira para você.');
  });

  it('is told once when there are many', () => {
    renderHook(() => useGivenTickets());
    act(() => [1, 2, 3].forEach((id) => give(id)));
    act(() => void vi.runAllTimers());
    expect(toast.info).toHaveBeenCalledExactlyOnceWith('Rafael passou 3 atendimentos para você.');
  });

  it('is only heard when it goes into a queue', () => {
    renderHook(() => useGivenTickets());
    act(() => give(1, { userId: null, status: 'pending' }));
    act(() => void vi.runAllTimers());
    expect(sound.playPing).toHaveBeenCalledTimes(1);
    expect(toast.info).not.toHaveBeenCalled();
  });
});
