import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { Route, Routes, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionUser, TicketConflict } from '@/api/types';
import { makeContact, makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { NewTicketForm } from './NewTicketForm';

const asked: unknown[] = [];
const answers = { conflict: null as TicketConflict | null };
const server = setupServer(
  http.post('*/api/tickets', async ({ request }) => {
    asked.push(await request.json());
    if (answers.conflict) return HttpResponse.json(answers.conflict, { status: 409 });
    return HttpResponse.json(makeTicket({ uuid: 'made' }));
  }),
  http.get('*/api/queue', () => HttpResponse.json([])),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  asked.length = 0;
  answers.conflict = null;
});
afterAll(() => server.close());

function Where() {
  return <p>{useLocation().pathname}</p>;
}

const vendas = { id: 10, name: 'Vendas', color: '#189b76', UserQueue: { queueId: 10 } };
const suporte = { id: 11, name: 'Suporte', color: '#2f74d0', UserQueue: { queueId: 11 } };

function show(more: Partial<SessionUser> = {}) {
  const onClose = vi.fn();
  const element = <NewTicketForm contact={makeContact({ id: 8 })} onBack={vi.fn()} onClose={onClose} />;
  const routes = (
    <Routes>
      <Route path="/tickets" element={element} />
      <Route path="/tickets/:ticketId" element={<Where />} />
    </Routes>
  );
  renderSignedIn(routes, { user: makeUser(more) });
  const begin = () => fireEvent.click(screen.getByRole('button', { name: 'Iniciar atendimento' }));
  return { begin, onClose };
}

const conflict = (userId: number): TicketConflict => ({
  error: '{}',
  code: 'ERR_OTHER_OPEN_TICKET',
  userId,
  user: { name: 'Rafael' },
  queue: { name: 'Logística' },
  ticket: { id: 3, uuid: 'theirs' },
});

describe('a new ticket', () => {
  // spec: S077 S066
  it('takes the only queue, opens, and shows itself', async () => {
    const { begin, onClose } = show();
    begin();
    await waitFor(() => expect(screen.getByText('/tickets/made')).toBeTruthy());
    expect(asked).toEqual([{ contactId: 8, userId: 1, status: 'open', queueId: 10 }]);
    expect(onClose).toHaveBeenCalled();
  });

  // spec: S077 S131
  it('asks for a queue when there are several', async () => {
    const { begin } = show({ queues: [vendas, suporte] });
    begin();
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Selecione uma fila');
    expect(asked).toEqual([]);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: '11' } });
    begin();
    await waitFor(() => expect(asked).toMatchObject([{ queueId: 11 }]));
  });

  // spec: S077
  it('lets an admin do without', async () => {
    const { begin } = show({ profile: 'admin', queues: [] });
    begin();
    await waitFor(() => expect(asked).toEqual([{ contactId: 8, userId: 1, status: 'open' }]));
  });

  // spec: S066 S122
  it('names the other holder and queue', async () => {
    answers.conflict = conflict(2);
    const { begin, onClose } = show();
    begin();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toBe('Este contato já está em atendimento com Rafael, na fila Logística.');
    expect(onClose).not.toHaveBeenCalled();
  });

  // spec: S066
  it('opens the ticket that is already the own one', async () => {
    answers.conflict = conflict(1);
    const { begin } = show();
    begin();
    await waitFor(() => expect(screen.getByText('/tickets/theirs')).toBeTruthy());
  });

  // spec: S116 S123
  it.each([
    ['ERR_NO_DEF_WAPP_FOUND', 'Nenhum WhatsApp padrão encontrado. Verifique a página de conexões.'],
    ['ERR_NO_WAPP_FOUND', 'Conexão não encontrada.'],
    ['ERR_WAPP_NOT_INITIALIZED', 'Esta conexão do WhatsApp não está pronta. Verifique a página de conexões.'],
    ['ERR_CREATING_TICKET', 'Erro ao criar o atendimento.'],
    ['ERR_NO_TICKET_FOUND', 'Atendimento não encontrado.'],
  ])('says why it was not made: %s', async (code, text) => {
    server.use(http.post('*/api/tickets', () => HttpResponse.json({ error: code }, { status: 400 })));
    const notice = vi.spyOn(toast, 'error').mockReturnValue();
    const { begin, onClose } = show();
    begin();
    await waitFor(() => expect(notice).toHaveBeenCalledExactlyOnceWith(text));
    expect(onClose).not.toHaveBeenCalled();
    notice.mockRestore();
    server.resetHandlers();
  });
});
