import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from './session';

const address = vi.hoisted(() => ({ goTo: vi.fn(), reload: vi.fn() }));
vi.mock('./address', () => ({ address }));

const own = { token: 'own', user: { id: 1, companyId: 1, company: { dueDate: '2027-01-01' } } } as unknown as Session;
const there = { token: 'there', user: { ...own.user, id: 2, companyId: 2 } } as Session;

beforeEach(() => {
  vi.resetModules();
  address.goTo.mockReset();
  address.reload.mockReset();
});

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('begins anew when a page that is over is gone back to', async () => {
  const stay = await import('./stay');
  const comeBack = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  comeBack();
  expect(address.reload).not.toHaveBeenCalled();
  stay.beginStay({ id: 7, token: 'there', expiresAt: '2027-01-01T00:00:00Z' }, '/tickets');
  comeBack();
  expect(address.reload).toHaveBeenCalledOnce();
});

it('leaves the super user signed in when a call of the stay is refused after he left', async () => {
  const session = await import('./session');
  const stay = await import('./stay');
  session.signIn(own);
  stay.keepStay({ id: 7, token: 'there', expiresAt: '2027-01-01T00:00:00Z' });
  stay.leaveStay();
  session.signOut();
  expect(localStorage.getItem('token')).toContain('own');
  session.signIn(there);
  expect(localStorage.getItem('token')).toContain('own');
  expect(address.goTo).toHaveBeenCalledExactlyOnceWith('/settings?tab=companies');
});
