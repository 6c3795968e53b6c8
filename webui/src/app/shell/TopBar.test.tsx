import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { SessionUser } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
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

function show(profile: SessionUser['profile'], dueDate: string | null) {
  const { company } = makeUser();
  return renderSignedIn(<TopBar />, {
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
