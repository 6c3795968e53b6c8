import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { SessionUser, Ticket } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { ConversationHeader } from './ConversationHeader';
import { TagRow } from './TagRow';

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(more: Partial<Ticket>, profile: SessionUser['profile'] = 'user') {
  vi.spyOn(api, 'get').mockImplementation(() => new Promise(() => undefined));
  renderSignedIn(<ConversationHeader ticket={makeTicket({ id: 48, ...more })} />, { user: makeUser({ profile }) });
}

// spec: S033
it('shows who writes with the picture, the number of the ticket and to whom it is assigned', () => {
  const contact = { ...makeTicket().contact, profilePicUrl: '/foto.jpg' };
  show({ contact, user: { id: 9, name: 'Rafael Lima' } });
  expect(screen.getByRole('button', { name: 'Beatriz Nogueira' })).toBeTruthy();
  expect(document.querySelector('img[src="/foto.jpg"]')).toBeTruthy();
  expect(screen.getByText('#48 · Atribuído a Rafael Lima')).toBeTruthy();
});

// spec: S033 S059 S060 S061 S062
it.each([
  ['pending', ['Aceitar']],
  ['lead', ['Aceitar']],
  ['open', ['Devolver', 'Transferir', 'Resolver']],
  ['closed', ['Reabrir']],
] as const)('has for a ticket that is %s the buttons %s', (status, names) => {
  show({ status });
  const all = ['Aceitar', 'Devolver', 'Transferir', 'Resolver', 'Reabrir'];
  expect(all.filter((name) => screen.queryByRole('button', { name }) !== null)).toEqual(names);
});

// spec: S033
it('shows below it the tags of the ticket, with the way to their editor', async () => {
  vi.spyOn(api, 'get').mockImplementation(() => new Promise(() => undefined));
  const tags = [{ id: 3, name: 'VIP', color: '#b7791f', priority: 0, category: '' }];
  renderSignedIn(<TagRow ticket={makeTicket({ tags })} />);
  expect(screen.getByText('VIP')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Editar tags' }));
  expect(await screen.findByRole('dialog', { name: 'Editar tags' })).toBeTruthy();
  expect(await screen.findByRole('combobox')).toBeTruthy();
});

// spec: S033
it('says of a ticket that nobody has how it stands', () => {
  show({ user: null, userId: null, status: 'pending' });
  expect(screen.getByText('#48 · Aguardando')).toBeTruthy();
});

// spec: S065
it.each([
  ['open', true],
  ['pending', false],
  ['lead', false],
  ['closed', false],
] as const)('of a ticket that is %s its menu offers to mark it as unread: %s', async (status, isOffered) => {
  show({ status }, 'admin');
  fireEvent.click(await screen.findByRole('button', { name: 'Mais opções' }));
  // an admin has this in every menu
  expect(await screen.findByRole('menuitem', { name: 'Excluir atendimento' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Marcar como não lida' }) !== null).toBe(isOffered);
});
