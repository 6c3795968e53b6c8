import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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

/** What the server is asked to make of a ticket after the presses of these buttons. */
async function asked(status: Ticket['status'], names: readonly string[]) {
  show({ status, queueId: 10 });
  vi.mocked(api.get).mockResolvedValue([] as never);
  const put = vi.spyOn(api, 'put').mockImplementation(() => new Promise(() => undefined));
  for (const name of names) {
    expect(put).not.toHaveBeenCalled();
    const button = await screen.findByRole('button', { name });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.click(button);
  }
  await waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  return put.mock.calls[0];
}

// spec: S033 S059 S060 S062 S098
it.each([
  ['pending', 'Aceitar', { status: 'open', userId: 1 }],
  ['lead', 'Aceitar', { status: 'open', userId: 1 }],
  ['open', 'Devolver', { status: 'pending', userId: null }],
  ['closed', 'Reabrir', { status: 'open', userId: 1, queueId: 10 }],
] as const)('makes of a ticket that is %s by "%s" what it is to be', async (status, name, body) => {
  expect(await asked(status, [name])).toEqual(['/tickets/{id}', { path: { id: 48 }, body }]);
});

// spec: S033 S061 S098
it('closes a ticket once it is asked whether it shall, in its queue and without its automatons', async () => {
  show({ status: 'open' });
  fireEvent.click(screen.getByRole('button', { name: 'Resolver' }));
  expect(await screen.findByRole('dialog', { name: 'Resolver o atendimento?' })).toBeTruthy();
  cleanup();
  const automatons = { useIntegration: false, promptId: null, integrationId: null };
  const body = { status: 'closed', userId: 1, queueId: 10, ...automatons };
  expect(await asked('open', ['Resolver', 'Resolver'])).toEqual(['/tickets/{id}', { path: { id: 48 }, body }]);
});

// spec: S063 S065 S099
it('marks a ticket as unread by its menu', async () => {
  show({ status: 'open' });
  const put = vi.spyOn(api, 'put').mockImplementation(() => new Promise(() => undefined));
  fireEvent.click(await screen.findByRole('button', { name: 'Mais opções' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Marcar como não lida' }));
  await waitFor(() => expect(put.mock.calls).toEqual([['/tickets/not-read/{id}', { path: { id: 48 } }]]));
});

// spec: S084 S099
it('deletes a ticket once an admin is asked whether it shall', async () => {
  show({ status: 'open' }, 'admin');
  const remove = vi.spyOn(api, 'delete').mockImplementation(() => new Promise(() => undefined));
  fireEvent.click(await screen.findByRole('button', { name: 'Mais opções' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excluir atendimento' }));
  expect(await screen.findByRole('dialog', { name: 'Excluir o atendimento #48?' })).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Excluir atendimento' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([['/tickets/{id}', { path: { id: 48 } }]]));
});

// spec: S084
it.each(['user', 'supervisor'] as const)('does not offer a %s to delete a ticket', async (profile) => {
  show({ status: 'open' }, profile);
  fireEvent.click(await screen.findByRole('button', { name: 'Mais opções' }));
  expect(await screen.findByRole('menuitem', { name: 'Marcar como não lida' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Excluir atendimento' })).toBeNull();
});

// spec: S033 S039
it('asks by "Transferir" to whom', async () => {
  show({ status: 'open' });
  fireEvent.click(screen.getByRole('button', { name: 'Transferir' }));
  expect(await screen.findByRole('dialog', { name: 'Transferir atendimento' })).toBeTruthy();
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
