import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Message, Ticket } from '@/api/types';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { MessageList } from './MessageList';
import { RowView } from './RowView';
import { buildRows, keyOf, type Row } from './rows';
import type { ConversationState } from './useConversation';

// jsdom lays nothing out, so that no row would be in sight.
vi.mock('./MessageScroller', () => ({
  MessageScroller: ({ rows }: { rows: readonly Row[] }) => rows.map((row) => <RowView key={keyOf(row)} row={row} />),
}));

const minuteAgo = () => new Date(Date.now() - 60_000).toISOString();
const own = (userId: number): Partial<Message> => ({
  fromMe: true,
  sendState: 'accepted',
  createdAt: minuteAgo(),
  user: { id: userId, name: 'Marina' },
});

/** The list of one message, as the attendant whose number is 1 has it. */
function show(ticket: Partial<Ticket>, message: Partial<Message>, isReadOnly = false) {
  const rows = buildRows({
    messages: [makeMessage(message)],
    episodes: new Map(),
    outgoing: [],
    isComplete: false,
    dayOf: (iso) => iso.slice(0, 10),
  });
  const query = { data: {}, isPending: false, hasNextPage: false, fetchNextPage: vi.fn() };
  const conversation = { query, rows, reach: vi.fn(), send: vi.fn(), retry: vi.fn(), discard: vi.fn() };
  renderSignedIn(
    <MessageList
      ticket={makeTicket(ticket)}
      conversation={conversation as unknown as ConversationState}
      onReply={isReadOnly ? null : vi.fn()}
      isReadOnly={isReadOnly}
    />,
    { user: makeUser({ id: 1 }) },
  );
}

async function offered() {
  fireEvent.click(await screen.findByRole('button', { name: 'Opções da mensagem' }));
  const menu = await screen.findByRole('menu');
  return within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
}

// spec: S035 S065
it.each([
  ['open', true],
  ['pending', false],
  ['lead', false],
  ['closed', false],
] as const)('offers of a ticket that is %s to mark what its customer said as unread: %s', async (status, isThere) => {
  show({ status }, {});
  const names = await offered();
  expect(names).toContain('Responder');
  expect(names.includes('Marcar como não lida')).toBe(isThere);
});

// spec: S035
it.each([
  ['of his own', true, own(1)],
  ['of a colleague', false, own(2)],
  ['of the customer', false, {}],
] as const)('offers an attendant to delete a message %s: %s', async (_, isThere, message) => {
  show({}, message);
  expect((await offered()).includes('Apagar')).toBe(isThere);
});

// spec: S037
it('offers nothing that changes anything where one only looks', async () => {
  show({}, own(1), true);
  expect(await screen.findByText('mensagem 1')).toBeTruthy();
  // a menu without a choice is no menu
  expect(screen.queryByRole('button', { name: 'Opções da mensagem' })).toBeNull();
});
