import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { keys } from '@/api/keys';
import type { Message } from '@/api/types';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import { messageCalls } from '@/features/tickets/message/messageCalls';
import { applyMessage } from '@/realtime/handlers/appMessage';
import { flatten, type MessageData } from '@/realtime/messagePages';
import { signIn, signOut } from '@/state/session';
import { useOutgoing } from './useOutgoing';

const ticket = makeTicket({ id: 5, contactId: 8 });
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const PATH = '*/api/messages/5';
interface Body {
  body: string;
  clientId: string;
}

function setup() {
  signIn({ token: 'test', user: makeUser() });
  const client = new QueryClient();
  const page = { count: 0, messages: [] as Message[], ticket, hasMore: false, tickets: [] };
  client.setQueryData<MessageData>(keys.messages(5), { pages: [page], pageParams: [null] });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useOutgoing(ticket), { wrapper });
  const stored = () => flatten(client.getQueryData<MessageData>(keys.messages(5)));
  const send = (...bodies: string[]) =>
    act(() =>
      result.current.send(
        bodies.map((body) => ({ body, file: null, isPrivate: false })),
        null,
      ),
    );
  return { client, result, stored, send };
}

/** Holds the server's answer back until the page has been looked at. */
function makeGate() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { gate, open };
}

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

let nextId = 100;
const stored = ({ body, clientId }: Body) => makeMessage({ id: nextId++, ticketId: 5, body, clientId, fromMe: true });

describe('optimistic sending', () => {
  // spec: S101
  it('shows the message at once and settles it by the answer, in order', async () => {
    const keysSeen: (string | null)[] = [];
    const { gate, open } = makeGate();
    server.use(
      http.post(PATH, async ({ request }) => {
        keysSeen.push(request.headers.get('Idempotency-Key'));
        await gate;
        return HttpResponse.json({ message: stored((await request.json()) as Body) });
      }),
    );
    const view = setup();
    view.send('um', 'dois');
    await waitFor(() => expect(view.result.current.outgoing.map((each) => each.body)).toEqual(['um', 'dois']));
    expect(asksBeforeLeaving()).toBe(true);
    open();
    const clientIds = view.result.current.outgoing.map((each) => each.clientId);
    await waitFor(() => expect(view.result.current.outgoing).toEqual([]));
    expect(view.stored().map((message) => message.body)).toEqual(['um', 'dois']);
    expect(keysSeen).toEqual(clientIds);
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
  });

  it('is never doubled by the echo that comes before the answer', async () => {
    const view = setup();
    const { gate, open } = makeGate();
    server.use(
      http.post(PATH, async ({ request }) => {
        await gate;
        const message = stored((await request.json()) as Body);
        applyMessage(view.client, message, 8);
        return HttpResponse.json({ message });
      }),
    );
    view.send('um');
    await waitFor(() => expect(view.result.current.outgoing).toHaveLength(1));
    open();
    await waitFor(() => expect(view.result.current.outgoing).toEqual([]));
    expect(view.stored()).toHaveLength(1);
  });

  it('keeps a refused message and tries it again under the same id', async () => {
    const view = setup();
    const seen: string[] = [];
    server.use(
      http.post(PATH, async ({ request }) => {
        const body = (await request.json()) as Body;
        seen.push(body.clientId);
        if (seen.length === 1) return HttpResponse.json({ error: 'ERR_WINDOW_CLOSED' }, { status: 400 });
        return HttpResponse.json({ message: stored(body) });
      }),
    );
    view.send('um');
    await waitFor(() => expect(view.result.current.outgoing[0]?.state).toBe('failed'));
    const [failed] = view.result.current.outgoing;
    expect(failed?.error).toBe('ERR_WINDOW_CLOSED');
    act(() => failed && view.result.current.retry(failed));
    await waitFor(() => expect(view.result.current.outgoing).toEqual([]));
    expect(new Set(seen).size).toBe(1);
    expect(view.stored()).toHaveLength(1);
  });

  // spec: S120
  it('says that a message was not sent where nothing says why', async () => {
    vi.spyOn(messageCalls, 'send').mockRejectedValue(new TypeError('no answer'));
    const view = setup();
    view.send('um');
    await waitFor(() => expect(view.result.current.outgoing[0]?.error).toBe('ERR_SENDING_WAPP_MSG'));
  });

  // Without the mend the second message left as the next user's.
  it('ends with the sign-out: nothing that waits leaves with the token of the next user', async () => {
    const seen: string[] = [];
    const { gate, open } = makeGate();
    server.use(
      http.post(PATH, async ({ request }) => {
        const body = (await request.json()) as Body;
        seen.push(`${request.headers.get('Authorization')} ${body.body}`);
        if (body.body === 'um') await gate;
        return HttpResponse.json({ message: stored(body) });
      }),
    );
    const view = setup();
    view.send('um', 'dois');
    await waitFor(() => expect(seen).toEqual(['Bearer test um']));
    act(() => signOut());
    act(() => signIn({ token: 'next', user: makeUser({ id: 2 }) }));
    open();
    view.send('três');
    await waitFor(() => expect(seen).toHaveLength(2));
    expect(seen[1]).toBe('Bearer next três');
  });
});
