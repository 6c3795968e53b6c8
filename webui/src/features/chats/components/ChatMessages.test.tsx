import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { renderSignedIn } from '@/dev/signedIn';
import { ChatMessages } from './ChatMessages';

const asked: (string | null)[] = [];
const server = setupServer(
  http.get('*/api/chats/4/messages', ({ request }) => {
    const before = new URL(request.url).searchParams.get('before');
    asked.push(before);
    const id = before ? Number(before) - 1 : 99;
    const said = { id, chatId: 4, senderId: 1, sender: { id: 1, name: 'Marina' }, message: `fala ${id}` };
    return HttpResponse.json({ records: [{ ...said, createdAt: '2026-07-01T12:00:00Z' }], count: 2, hasMore: !before });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

// spec: A135
// Older messages of a chat come within 600 px of its top.
it('asks for older messages within 600 px of the top, and not before', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(5000);
  renderSignedIn(<ChatMessages chatId={4} />);
  expect(await screen.findByText('fala 99')).toBeTruthy();
  const box = screen.getByRole('log');
  fireEvent.scroll(box, { target: { scrollTop: 600 } });
  expect(asked).toEqual([null]);
  fireEvent.scroll(box, { target: { scrollTop: 599 } });
  await waitFor(() => expect(asked).toEqual([null, '99']));
});

// spec: A026 A048
it('names a sender once, at the head of what he says in a row, and never oneself', async () => {
  const rafael = { senderId: 2, sender: { id: 2, name: 'Rafael' } };
  const marina = { senderId: 1, sender: { id: 1, name: 'Marina' } };
  const said = [
    { ...rafael, message: 'Bom dia' },
    { ...rafael, message: 'Tudo certo?' },
    { ...marina, message: 'Tudo.' },
    { ...marina, message: 'E aí?' },
    { ...rafael, message: 'Também' },
  ].map((each, place) => ({ id: place + 1, chatId: 4, createdAt: '2026-07-01T12:00:00Z', ...each }));
  server.use(http.get('*/api/chats/4/messages', () => HttpResponse.json({ records: said, count: 5, hasMore: false })));
  renderSignedIn(<ChatMessages chatId={4} />);
  for (const { message } of said) expect(await screen.findByText(message)).toBeTruthy();
  const named = screen.getAllByText('Rafael').map((name) => name.nextElementSibling?.textContent);
  expect(named).toEqual(['Bom dia', 'Também']);
  expect(screen.queryByText('Marina')).toBeNull();
});

// spec: S142
it('says once on which day something was written, and of each message at what time', async () => {
  const times = ['2026-07-01T12:00:00Z', '2026-07-01T17:05:00Z', '2026-07-02T03:10:00Z'];
  const said = times.map((createdAt, id) => {
    return { id: id + 1, chatId: 4, senderId: 2, sender: { id: 2, name: 'Rafael' }, message: `fala ${id}`, createdAt };
  });
  server.use(http.get('*/api/chats/4/messages', () => HttpResponse.json({ records: said, count: 3, hasMore: false })));
  renderSignedIn(<ChatMessages chatId={4} />);
  expect(await screen.findByText('fala 2')).toBeTruthy();
  const shown = screen.getByRole('log').textContent?.match(/\d{2}\/\d{2}\/\d{4}|\d{2}:\d{2}/g);
  expect(shown).toEqual(['01/07/2026', '09:00', '14:05', '02/07/2026', '00:10']);
});
