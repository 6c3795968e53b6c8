import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { SessionUser } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { address } from '@/state/address';
import { setDrawerOpen } from '@/state/drawer';
import { currentSession, useSession } from '@/state/session';
import { media } from '@/styles/tokens';
import { TemporaryDrawer } from './TemporaryDrawer';
import { TopBar } from './TopBar';

let isNarrow = false;
beforeEach(() => {
  isNarrow = false;
  setZone('America/Sao_Paulo');
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isNarrow && query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never);
});
afterEach(() => {
  setZone(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Gone with the session, as the guards of the pages do it. */
const Bar = () => useSession() && <TopBar />;

function show(profile: SessionUser['profile'], dueDate: string | null) {
  const { company } = makeUser();
  return renderSignedIn(<Bar />, {
    user: makeUser({ name: 'Helena Castro', profile, company: { ...company, name: 'Lojas Aurora', dueDate } }),
  });
}

const greeting = () => document.querySelector('[aria-live]')?.textContent;
const due = () => screen.queryByText(/^Ativo até/);

// spec: S019
it('greets by name and company', () => {
  const view = show('user', null);
  expect(greeting()).toBe('Olá Helena Castro, boas-vindas à Lojas Aurora');
  view.unmount();
  isNarrow = true;
  show('user', null);
  expect(greeting()).toBe('Olá Helena, boas-vindas à Lojas Aurora');
});

// spec: S019
it('tells admins alone until when the company is active, where it has a due date', () => {
  const dueDate = '2026-12-30T01:00:00Z';
  const admin = show('admin', dueDate);
  expect(due()?.textContent).toBe('Ativo até 29/12/2026');
  admin.unmount();
  const endless = show('admin', null);
  expect(due()).toBeNull();
  endless.unmount();
  for (const profile of ['supervisor', 'user'] as const) {
    const view = show(profile, dueDate);
    expect(due(), profile).toBeNull();
    view.unmount();
  }
});

/** The styles of an element while a media query holds. */
const stylesWhere = (query: string, element: HTMLElement) =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText === query)
    .flatMap((rule) => [...(rule as CSSMediaRule).cssRules] as CSSStyleRule[])
    .filter(({ selectorText }) => element.matches(selectorText));

// spec: S019
it('tells it on wide screens alone', () => {
  show('admin', '2026-12-30T01:00:00Z');
  const pill = due()?.parentElement as HTMLElement;
  expect(getComputedStyle(pill).display).toBe('none');
  expect(stylesWhere(media.lg, pill).map(({ style }) => style.display)).toEqual(['inline-flex']);
  expect(media.lg).toBe('(min-width: 1200px)');
});

// spec: S020
it('has a switch of dark and light, the volume, a new page, the bell, and the account with profile and log-out', async () => {
  show('user', null);
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  for (const name of ['Usar tema escuro', 'Recarregar a página', 'Notificações', 'Conta']) {
    expect(names, name).toContain(name);
  }
  expect(screen.getByRole('slider', { name: 'Volume dos avisos' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Conta' }));
  expect(await screen.findByRole('menuitem', { name: 'Perfil' })).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: 'Sair' })).toBeTruthy();
});

/** What stands in the bar, from left to right. */
const controls = () =>
  [...screen.getByRole('banner').querySelectorAll('button, input')].map((one) => one.getAttribute('aria-label'));

const NARROW = ['Abrir ou fechar o menu', 'Usar tema escuro', 'Notificações', 'Informativos', 'Chat interno', 'Conta'];

// spec: S020
it('has its controls in one order, on a phone without those that are in the drawer', async () => {
  const view = show('user', null);
  await screen.findByRole('button', { name: 'Chat interno' });
  expect(controls()).toEqual([
    'Abrir ou fechar o menu',
    'Volume dos avisos',
    'Usar tema escuro',
    'Recarregar a página',
    'Notificações',
    'Informativos',
    'Chat interno',
    'Conta',
  ]);
  view.unmount();
  isNarrow = true;
  show('user', null);
  await screen.findByRole('button', { name: 'Chat interno' });
  expect(controls()).toEqual(NARROW);
});

// spec: S020 S088
it('has no chats where the plan has none', async () => {
  const { company } = makeUser();
  const plan = company.plan && { ...company.plan, useInternalChat: false };
  renderSignedIn(<Bar />, { user: makeUser({ company: { ...company, plan } }) });
  expect(await screen.findByRole('button', { name: 'Informativos' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Chat interno' })).toBeNull();
});

// spec: S020
it('goes from light to dark and back', () => {
  show('user', null);
  const theme = () => document.documentElement.dataset['theme'];
  fireEvent.click(screen.getByRole('button', { name: 'Usar tema escuro' }));
  expect(theme()).toBe('dark');
  fireEvent.click(screen.getByRole('button', { name: 'Usar tema claro' }));
  expect(theme()).toBe('light');
});

// spec: S020
it('loads the page anew by its button, which a phone has in the drawer with the volume', () => {
  const reload = vi.spyOn(address, 'reload').mockImplementation(() => undefined);
  const view = show('user', null);
  fireEvent.click(screen.getByRole('button', { name: 'Recarregar a página' }));
  expect(reload).toHaveBeenCalledOnce();
  view.unmount();

  // jsdom shows no dialogs
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  setDrawerOpen(true);
  renderSignedIn(<TemporaryDrawer />);
  expect(screen.getByRole('slider', { name: 'Volume dos avisos' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Recarregar a página' }));
  expect(reload).toHaveBeenCalledTimes(2);
  act(() => setDrawerOpen(false));
});

// spec: S020
it('counts at the bell, the announcements and the chats what waits there', async () => {
  const chat = (id: number, unreads: number) => ({ id, uuid: `${id}`, users: [{ userId: 1, unreads }] });
  const record = { id: 1, title: 'Parada', status: true, companyId: null, createdAt: '2026-07-01T12:00:00Z' };
  const answers: Record<string, unknown> = {
    '/tickets': { tickets: [makeTicket(), makeTicket({ id: 2 })], nextCursor: null },
    '/announcements': { records: [{ ...record, visibleFrom: null, visibleUntil: null }], hasMore: false },
    '/chats': { records: [chat(1, 4), chat(2, 0), chat(3, 1), chat(4, 1)], hasMore: false },
  };
  vi.mocked(api.get).mockImplementation(((path: string) =>
    path in answers ? Promise.resolve(answers[path]) : new Promise(() => undefined)) as never);
  show('user', null);
  for (const name of ['Notificações 2', 'Informativos 1', 'Chat interno 3']) {
    expect(await screen.findByRole('button', { name }), name).toBeTruthy();
  }
});

// spec: S020
it('opens the own user by the profile, and ends the session by the log-out', async () => {
  const ended = vi.spyOn(api, 'delete').mockRejectedValue(new Error('no network'));
  show('user', null);
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Conta' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Perfil');
  expect((await screen.findByLabelText<HTMLInputElement>('Nome')).value).toBe('Helena Castro');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Sair');
  expect(ended).toHaveBeenCalledExactlyOnceWith('/auth/logout');
  await waitFor(() => expect(currentSession()).toBeNull());
});
