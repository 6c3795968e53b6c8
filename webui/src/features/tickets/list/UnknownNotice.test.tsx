import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { storeAppMessage } from '@/realtime/handlers/appMessage';
import { toast } from '@/ui/toast';
import UnknownNotice from './UnknownNotice';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const { id, uuid, contact } = makeTicket();
const lost = (more: object) => ({
  ...makeMessage({ fromMe: true, sendState: 'unknown', ...more }),
  ticket: { id, uuid, contact },
});

/** A server with some messages in doubt, which remembers what it was told about them. */
function startWith(messages: ReturnType<typeof lost>[]) {
  let inDoubt = messages;
  const told: string[] = [];
  server.use(
    http.get('*/api/messages/unknown', () =>
      HttpResponse.json({ messages: inDoubt, count: inDoubt.length, hasMore: false }),
    ),
    http.post('*/api/messages/:id/resolve', async ({ params, request }) => {
      const { outcome } = (await request.json()) as { outcome: string };
      told.push(`${String(params.id)} ${outcome}`);
      inDoubt = inDoubt.filter((message) => message.id !== Number(params.id));
      return HttpResponse.json({ message: makeMessage({ id: Number(params.id), sendState: 'accepted' }) });
    }),
  );
  return { told, add: (message: ReturnType<typeof lost>) => (inDoubt = [...inDoubt, message]) };
}

// spec: S034 S046
describe('messages to be checked', () => {
  it('are listed with their customer, and each is settled by a person', async () => {
    const { told } = startWith([lost({ id: 7, body: 'Saiu hoje' }), lost({ id: 8, body: 'Chega amanhã' })]);
    renderSignedIn(<UnknownNotice />);
    fireEvent.click(await screen.findByRole('button', { name: '2 mensagens a conferir' }));
    const first = (await screen.findByText('Saiu hoje')).closest('li');
    if (!first) throw new Error('no item');
    expect(within(first).getByRole('link', { name: 'Beatriz Nogueira' }).getAttribute('href')).toBe(
      '/tickets/ticket-1',
    );
    fireEvent.click(within(first).getByRole('button', { name: 'Foi enviada' }));
    await waitFor(() => expect(screen.queryByText('Saiu hoje')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Enviar de novo' }));
    await waitFor(() => expect(screen.queryByText(/a conferir/)).toBeNull());
    expect(told).toEqual(['7 sent', '8 again']);
  });

  it('come and go with the events', async () => {
    const { add } = startWith([]);
    const { client } = renderSignedIn(<UnknownNotice />);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByRole('button')).toBeNull();
    add(lost({ id: 9 }));
    const viewer = { id: 1, profile: 'user', queueIds: [10], seesUnqueued: false } as const;
    const message = makeMessage({ id: 9, fromMe: true, sendState: 'unknown' });
    storeAppMessage(client, { action: 'update', message }, viewer);
    expect(await screen.findByRole('button', { name: '1 mensagem a conferir' })).toBeTruthy();
  });

  it('stay when the server refuses, with the reason', async () => {
    startWith([lost({ id: 7 })]);
    server.use(
      http.post('*/api/messages/7/resolve', () => HttpResponse.json({ error: 'ERR_NO_PERMISSION' }, { status: 403 })),
    );
    const notice = vi.spyOn(toast, 'error');
    renderSignedIn(<UnknownNotice />);
    fireEvent.click(await screen.findByRole('button', { name: '1 mensagem a conferir' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Desistir' }));
    await waitFor(() => expect(notice).toHaveBeenCalled());
    expect(screen.getByText('mensagem 7')).toBeTruthy();
  });
});
