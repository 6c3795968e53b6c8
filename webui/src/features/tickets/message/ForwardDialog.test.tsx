import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { Route, Routes, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { ForwardAnswer, SessionUser } from '@/api/types';
import { makeContact, makeMessage, makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import ForwardDialog from './ForwardDialog';

const served = makeTicket({ id: 20, uuid: 'served', contactId: 30 });
served.contact = { ...served.contact, id: 30, name: 'Rosaura' };
const zelia = makeContact({ id: 40, name: 'Zélia', number: '5511912345678' });
const lines = [
  { id: 1, name: 'Matriz' },
  { id: 2, name: 'Loja Centro' },
];

const asked: unknown[] = [];
const searched: (string | null)[] = [];
let answers: ForwardAnswer[] = [];
let connections = lines;
const server = setupServer(
  http.get('*/api/tickets', () => HttpResponse.json({ tickets: [served], count: 1, hasMore: false, nextCursor: null })),
  http.get('*/api/contacts', ({ request }) => {
    searched.push(new URL(request.url).searchParams.get('searchParam'));
    const rosaura = makeContact({ id: 30, name: 'Rosaura' });
    return HttpResponse.json({ contacts: [rosaura, zelia], count: 2, hasMore: false });
  }),
  http.get('*/api/whatsapp', () => HttpResponse.json(connections)),
  http.get('*/api/queue', () => HttpResponse.json([])),
  http.post('*/api/messages/forward', async ({ request }) => {
    asked.push(await request.json());
    return HttpResponse.json(answers.shift());
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  vi.useRealTimers();
  asked.length = 0;
  searched.length = 0;
  connections = lines;
});
afterAll(() => server.close());

const Where = () => <p>{useLocation().pathname}</p>;

function show(more: Partial<SessionUser> = {}) {
  const onClose = vi.fn();
  const message = makeMessage({ id: 7, body: 'Segue o prazo', mediaType: null, isPrivate: false, isDeleted: false });
  const element = (
    <ForwardDialog ticket={makeTicket({ id: 9 })} message={message} messages={[message]} onClose={onClose} />
  );
  const routes = (
    <Routes>
      <Route path="/tickets" element={element} />
      <Route path="/tickets/:ticketId" element={<Where />} />
    </Routes>
  );
  renderSignedIn(routes, { user: makeUser(more) });
  return { onClose };
}

const found = async () => {
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'Zélia' } });
  return await screen.findByRole('checkbox', { name: /Zélia/ });
};
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Encaminhar' }));
const done = (uuid: string) => ({
  contactId: 40,
  ok: true,
  error: null,
  ticket: { id: 50, uuid },
  user: null,
  queue: null,
});

const vendas = { id: 10, name: 'Vendas', color: '#189b76', UserQueue: { queueId: 10 } };
const suporte = { id: 11, name: 'Suporte', color: '#2f74d0', UserQueue: { queueId: 11 } };

describe('handing messages on to a contact without a ticket', () => {
  // spec: S077
  it('searches contacts from the third letter on, and names nobody twice', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show();
    await screen.findByRole('checkbox', { name: /Rosaura/ });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Zé' } });
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(searched).toEqual([]);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Zél' } });
    const row = await screen.findByRole('checkbox', { name: /Zélia/ });
    expect(row.closest('li')?.textContent).toContain('novo atendimento');
    expect(searched).toEqual(['Zél']);
    expect(screen.getAllByRole('checkbox', { name: /Rosaura/ })).toHaveLength(1);
  });

  // spec: S134
  it('searches when the typing has rested for 500 ms', async () => {
    show();
    const field = await screen.findByRole('searchbox');
    const get = vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never);
    const wanted = () =>
      get.mock.calls.flatMap(([path, options]) =>
        path === '/contacts' ? [(options as { query: { searchParam: string } }).query.searchParam] : [],
      );
    vi.useFakeTimers();
    for (const value of ['Zél', 'Zélia']) {
      fireEvent.change(field, { target: { value } });
      await act(() => vi.advanceTimersByTimeAsync(499));
      expect(wanted()).toEqual([]);
    }
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(wanted()).toEqual(['Zélia']);
  });

  it('opens the ticket in the only queue by the chosen number, and shows it', async () => {
    answers = [{ results: [], contacts: [done('made')] }];
    const { onClose } = show();
    fireEvent.click(await found());
    await screen.findByRole('option', { name: 'Loja Centro' });
    fireEvent.change(screen.getByLabelText('Conexão'), { target: { value: '2' } });
    send();
    expect(await screen.findByText('/tickets/made')).toBeTruthy();
    expect(asked).toMatchObject([
      { ticketId: 9, messageIds: [7], ticketIds: [], contacts: [{ contactId: 40, queueId: 10, whatsappId: 2 }] },
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  // spec: S077 S131
  it('asks for the queue where there are several, and for no number where there is one', async () => {
    connections = lines.slice(0, 1);
    answers = [{ results: [{ id: 20, ok: true, error: null }], contacts: [done('made')] }];
    const { onClose } = show({ queues: [vendas, suporte] });
    fireEvent.click(await screen.findByRole('checkbox', { name: /Rosaura/ }));
    expect(screen.queryByLabelText('Fila')).toBeNull();
    fireEvent.click(await found());
    send();
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Selecione uma fila');
    expect(asked).toEqual([]);
    fireEvent.change(screen.getByLabelText('Fila'), { target: { value: '11' } });
    expect(screen.queryByLabelText('Conexão')).toBeNull();
    send();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(asked).toMatchObject([{ ticketIds: [20], contacts: [{ contactId: 40, queueId: 11, whatsappId: null }] }]);
  });

  // spec: S066 S122
  it('keeps who was refused with the reason, and tries again under the same name', async () => {
    const refused = {
      ...done('theirs'),
      ok: false,
      error: 'ERR_OTHER_OPEN_TICKET',
      user: { name: 'Rafael' },
      queue: { name: 'Logística' },
    };
    answers = [
      { results: [{ id: 20, ok: true, error: null }], contacts: [refused] },
      { results: [], contacts: [done('made')] },
    ];
    const { onClose } = show();
    fireEvent.click(await screen.findByRole('checkbox', { name: /Rosaura/ }));
    fireEvent.click(await found());
    send();
    const reason = await screen.findByText('Este contato já está em atendimento com Rafael, na fila Logística.');
    const row = reason.closest('li');
    expect(row && within(row).getByRole('checkbox', { name: /Zélia/ })).toHaveProperty('checked', true);
    expect(screen.getByRole('checkbox', { name: /Rosaura/ })).toHaveProperty('checked', false);
    expect(onClose).not.toHaveBeenCalled();
    send();
    expect(await screen.findByText('/tickets/made')).toBeTruthy();
    const [first, second] = asked as { clientId: string; ticketIds: number[] }[];
    expect(second?.clientId).toBe(first?.clientId);
    expect(second?.ticketIds).toEqual([]);
  });
});
