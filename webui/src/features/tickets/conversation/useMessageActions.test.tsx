import { renderHook, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeMessage, makeTicket } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import { signIn } from '@/state/session';
import { toast } from '@/ui/toast';
import { useMessageActions } from './useMessageActions';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

function show() {
  signIn({ token: 'test', user: makeUser() });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(() => useMessageActions(makeTicket()), { wrapper }).result;
}

// spec: S035 S102
it('asks the server to take a message back, and to hold one for unread', async () => {
  const asked: string[] = [];
  const note = ({ request }: { request: Request }) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return HttpResponse.json(makeTicket());
  };
  server.use(http.delete('*/api/messages/5', note), http.patch('*/api/messages/not-read/6', note));
  const result = show();
  result.current.remove(makeMessage({ id: 5 }));
  result.current.markUnread(makeMessage({ id: 6 }));
  const all = ['DELETE /api/messages/5', 'PATCH /api/messages/not-read/6'];
  await waitFor(() => expect(asked.toSorted()).toEqual(all));
});

// spec: S120 S121
it.each([
  ['ERR_DELETE_WAPP_MSG', 'Não foi possível apagar a mensagem do WhatsApp.'],
  ['ERR_FETCH_WAPP_MSG', /antiga/],
])('says why a message is not taken back: %s', async (code, text) => {
  server.use(http.delete('*/api/messages/5', () => HttpResponse.json({ error: code }, { status: 400 })));
  const notice = vi.spyOn(toast, 'error').mockReturnValue();
  const result = show();
  result.current.remove(makeMessage({ id: 5 }));
  await waitFor(() => expect(notice).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(text)));
  notice.mockRestore();
});
