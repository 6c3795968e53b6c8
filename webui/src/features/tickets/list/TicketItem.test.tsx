import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionUser, Ticket } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { ticketCalls } from '@/features/tickets/api';
import { setZone } from '@/lib/dates';
import { TicketItem } from './TicketItem';

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  setZone(null);
});

const TODAY = new Date('2026-07-01T15:00:00Z');
function show(more: Partial<Ticket>, profile: SessionUser['profile'] = 'user') {
  setZone('America/Sao_Paulo');
  const ticket = makeTicket({ id: 7, ...more });
  const item = <TicketItem ticket={ticket} isSelected={false} showsUser showsStatus={false} today={TODAY} />;
  return renderSignedIn(item, { user: makeUser({ profile }) }).container;
}
const buttons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

// spec: S032
it('shows of a ticket its queue, connection, user, tags, robot, last message, time and what is unread', () => {
  const tags = [{ id: 3, name: 'VIP', color: '#b7791f', priority: 0, category: '' }];
  const whatsapp = { id: 1, name: 'Matriz', status: 'CONNECTED', provider: 'simulator', number: null } as const;
  const root = show({ chatbot: true, unreadMessages: 3, tags, whatsapp, user: { id: 9, name: 'Rafael' } });
  for (const text of ['Beatriz Nogueira', 'Vendas', 'Matriz', 'Rafael', 'VIP', 'Oi', '09:00', '3'])
    expect(screen.getByText(text), text).toBeTruthy();
  for (const name of ['Com o chatbot', '3 mensagens não lidas']) expect(screen.getByRole('img', { name })).toBeTruthy();
  expect(
    [...root.querySelectorAll<HTMLElement>('[aria-hidden]')].map((part) => part.style.getPropertyValue('--q')),
  ).toContain('#189b76');
  expect(root.innerHTML, 'the colour of the tag').toContain('#b7791f');
});

// spec: S032
it('shows the date of what was not today, and no robot, count or user where there is none', () => {
  show({ lastMessageAt: '2026-06-30T15:00:00Z', user: null });
  expect(screen.getByText('30/06/2026')).toBeTruthy();
  expect(screen.queryByRole('img', { name: /chatbot|lida/ })).toBeNull();
});

// spec: S032 S136
it('shortens the names of connection and user on a screen under 600 px, and no others', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide, matches: query === '(max-width: 599.98px)' }));
  const whatsapp = {
    id: 1,
    name: 'Matriz Paulista',
    status: 'CONNECTED',
    provider: 'simulator',
    number: null,
  } as const;
  const queue = { id: 10, name: 'Vendas e trocas', color: '#189b76' };
  show({ whatsapp, queue, user: { id: 9, name: 'Rafael Lima' } });
  for (const text of ['Matriz Pau…', 'Rafael Lim…', 'Vendas e trocas'])
    expect(screen.getByText(text), text).toBeTruthy();
});

// spec: S032
it('shows the picture of who writes, and leads to the conversation', () => {
  const root = show({ contact: { ...makeTicket().contact, profilePicUrl: '/foto.jpg' } });
  expect(root.querySelector('img[src="/foto.jpg"]')).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/tickets/ticket-7');
});

// spec: S032 S059 S061 S062
it.each([
  ['pending', /^Aceitar/, { status: 'open', userId: 1 }],
  ['open', /^Encerrar/, { status: 'closed', userId: 1 }],
  ['closed', /^Reabrir/, { status: 'open', userId: 1 }],
] as const)('makes of a ticket that is %s by its button what it says', async (status, name, change) => {
  const changed = vi.spyOn(ticketCalls, 'change').mockReturnValue(new Promise(() => undefined));
  show({ status });
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(changed).toHaveBeenCalledExactlyOnceWith(7, expect.objectContaining(change)));
});

// spec: S032 S037 S084
it.each([
  ['pending', 'user', ['Aceitar o atendimento de Beatriz Nogueira']],
  ['open', 'user', ['Encerrar o atendimento de Beatriz Nogueira']],
  ['closed', 'user', ['Reabrir o atendimento de Beatriz Nogueira']],
  ['pending', 'admin', ['Espiar a conversa com Beatriz Nogueira', 'Aceitar o atendimento de Beatriz Nogueira']],
] as const)('has at a ticket that is %s, for a %s, %s', (status, profile, names) => {
  show({ status }, profile);
  expect(buttons()).toEqual(names);
});
