import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { Route, Routes, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { Conversation } from './Conversation';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function Where() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

const show = () =>
  renderSignedIn(
    <Routes>
      <Route path="/tickets" element={<Where />} />
      <Route path="/tickets/:ticketId" element={<Conversation uuid="t1" />} />
    </Routes>,
    { path: '/tickets/t1?list=pending' },
  );

describe('a ticket that may not be read', () => {
  // spec: S080 S131
  it('is left with a notice when the server refuses it', async () => {
    server.use(
      http.get('*/api/tickets/u/t1', () => HttpResponse.json({ error: 'ERR_NO_PERMISSION' }, { status: 403 })),
    );
    const notice = vi.spyOn(toast, 'error');
    show();
    await waitFor(() => expect(screen.getByText('/tickets?list=pending')).toBeTruthy());
    expect(notice).toHaveBeenCalledWith('Acesso não permitido');
  });

  // spec: S080
  it('is left also when its queue is none of the own ones', async () => {
    const foreign = makeTicket({ uuid: 't1', queueId: 99, userId: null });
    server.use(http.get('*/api/tickets/u/t1', () => HttpResponse.json(foreign)));
    const notice = vi.spyOn(toast, 'error');
    show();
    await waitFor(() => expect(screen.getByText('/tickets?list=pending')).toBeTruthy());
    expect(notice).toHaveBeenCalledWith('Acesso não permitido');
  });

  // spec: S123
  it('is left with the reason when there is none', async () => {
    server.use(
      http.get('*/api/tickets/u/t1', () => HttpResponse.json({ error: 'ERR_NO_TICKET_FOUND' }, { status: 404 })),
    );
    const notice = vi.spyOn(toast, 'error');
    show();
    await waitFor(() => expect(screen.getByText('/tickets?list=pending')).toBeTruthy());
    expect(notice).toHaveBeenCalledWith('Atendimento não encontrado.');
  });
});
