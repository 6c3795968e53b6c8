import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { Route, Routes, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { ticketOptions } from '@/features/tickets/api';
import { toast } from '@/ui/toast';
import { Conversation } from './Conversation';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterEach(() => {
  server.resetHandlers();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

function Where() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

function State() {
  return <p>{useQuery(ticketOptions('t1')).status}</p>;
}

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };

const show = () =>
  renderSignedIn(
    <Routes>
      <Route path="/tickets" element={<Where />} />
      <Route path="/tickets/:ticketId" element={<Conversation uuid="t1" />} />
    </Routes>,
    { path: '/tickets/t1?list=pending' },
  );

// spec: S011 S033
it('shows of a ticket, by its name in links, who writes, its tags and the way to their editor', async () => {
  vi.stubGlobal('matchMedia', () => wide);
  const tags = [{ id: 3, name: 'VIP', color: '#b7791f', priority: 0, category: '' }];
  const ticket = makeTicket({ uuid: 't1', tags });
  const page = { messages: [makeMessage()], count: 1, ticket, hasMore: false, tickets: [] };
  server.use(
    http.get('*/api/tickets/u/t1', () => HttpResponse.json(ticket)),
    http.get('*/api/messages/1', () => HttpResponse.json(page)),
    http.all('*/api/*', () => HttpResponse.json([])),
  );
  show();
  expect(await screen.findByRole('button', { name: 'Beatriz Nogueira' })).toBeTruthy();
  expect(screen.getByText('VIP')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Editar tags' })).toBeTruthy();
});

// spec: S034 S100 S135
it('asks for what was said before its first message, until there is no more', async () => {
  vi.stubGlobal('matchMedia', () => wide);
  const ticket = makeTicket({ uuid: 't1' });
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/api/tickets/u/t1', () => HttpResponse.json(ticket)),
    http.get('*/api/messages/1', ({ request }) => {
      const before = new URL(request.url).searchParams.get('before');
      asked.push(before);
      const messages = [makeMessage({ id: before === null ? 21 : Number(before) - 20 })];
      return HttpResponse.json({ messages, count: 3, ticket, hasMore: messages[0]?.id !== -19, tickets: [] });
    }),
    http.all('*/api/*', () => HttpResponse.json([])),
  );
  show();
  // what does not fill its place has no end to be scrolled to
  await waitFor(() => expect(asked).toEqual([null, '21', '1']));
});

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

  // spec: S131
  it('is told once, also where it is asked for again before the page is left', async () => {
    const refused = () => HttpResponse.json({ error: 'ERR_NO_PERMISSION' }, { status: 403 });
    let answer = (): void => undefined;
    const later = new Promise<void>((resolve) => (answer = resolve));
    const path = '*/api/tickets/u/t1';
    server.use(
      http.get(path, refused, { once: true }),
      http.get(path, () => later.then(refused)),
    );
    const notice = vi.spyOn(toast, 'error').mockClear();
    const { client } = renderSignedIn([<Conversation key="it" uuid="t1" />, <State key="state" />], {
      path: '/tickets/t1',
    });
    expect(await screen.findByText('error')).toBeTruthy();
    void client.resetQueries();
    expect(await screen.findByText('pending')).toBeTruthy();
    answer();
    expect(await screen.findByText('error')).toBeTruthy();
    expect(notice).toHaveBeenCalledTimes(1);
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
