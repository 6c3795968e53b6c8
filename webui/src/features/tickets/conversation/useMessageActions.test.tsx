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

// spec: S120 S121
it.each([
  ['ERR_DELETE_WAPP_MSG', 'Não foi possível apagar a mensagem do WhatsApp.'],
  ['ERR_FETCH_WAPP_MSG', /antiga/],
])('says why a message is not taken back: %s', async (code, text) => {
  signIn({ token: 'test', user: makeUser() });
  server.use(http.delete('*/api/messages/5', () => HttpResponse.json({ error: code }, { status: 400 })));
  const notice = vi.spyOn(toast, 'error').mockReturnValue();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const { result } = renderHook(() => useMessageActions(makeTicket()), { wrapper });
  result.current.remove(makeMessage({ id: 5 }));
  await waitFor(() => expect(notice).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(text)));
  notice.mockRestore();
});
