import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import NotificationList from './components/NotificationList';
import { useUnreadTickets } from './useNotifications';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** So many unread tickets in pages of 40; every second one waits without an attendant. */
function serve(count: number) {
  const all = Array.from({ length: count }, (_, at) => {
    const waits = at % 2 === 1;
    return makeTicket({ id: at + 1, unreadMessages: 1, ...(waits ? { status: 'pending', userId: null } : {}) });
  });
  server.use(
    http.get('*/api/tickets', ({ request }) => {
      const query = new URL(request.url).searchParams;
      expect(query.get('withUnreadMessages')).toBe('true');
      const from = Number(query.get('cursor') ?? 0);
      const hasMore = from + 40 < count;
      const nextCursor = hasMore ? String(from + 40) : null;
      return HttpResponse.json({ tickets: all.slice(from, from + 40), count, hasMore, nextCursor });
    }),
  );
}

function Bell() {
  const { data } = useUnreadTickets();
  if (!data) return null;
  return (
    <>
      <p>{data.length} na lista</p>
      <NotificationList tickets={data} isPending={false} onClose={() => undefined} />
    </>
  );
}

describe('the bell', () => {
  // spec: S021 S086
  it('counts all pages, with what waits only for those with allTicket', async () => {
    serve(100);
    const view = renderSignedIn(<Bell />, { user: makeUser({ allTicket: 'enabled' }) });
    expect(await screen.findByText('100 na lista')).toBeTruthy();
    view.unmount();
    renderSignedIn(<Bell />, { user: makeUser({ allTicket: 'desabled' }) });
    expect(await screen.findByText('50 na lista')).toBeTruthy();
  });

  // spec: S021 S086
  it('lists for those without allTicket what is their own, and neither what waits nor what a colleague has', async () => {
    const tickets = [
      makeTicket({ id: 1, unreadMessages: 2 }),
      makeTicket({ id: 2, unreadMessages: 1, userId: 9, user: { id: 9, name: 'Rafael' } }),
      makeTicket({ id: 3, unreadMessages: 1, status: 'pending', userId: null, user: null }),
    ];
    server.use(
      http.get('*/api/tickets', () => HttpResponse.json({ tickets, count: 3, hasMore: false, nextCursor: null })),
    );
    renderSignedIn(<Bell />, { user: makeUser({ allTicket: 'desabled' }) });
    expect(await screen.findByText('1 na lista')).toBeTruthy();
    const [row, ...others] = screen.getAllByRole('listitem');
    expect(others).toEqual([]);
    // whose it is, what was said last, and how much of it is unread
    for (const text of ['Beatriz Nogueira', 'Oi', '2']) expect(within(row!).getByText(text), text).toBeTruthy();
  });

  // spec: S011 S021
  it('leads to the conversation of each, by the name of its ticket in links', async () => {
    serve(2);
    renderSignedIn(<Bell />, { user: makeUser({ allTicket: 'enabled' }) });
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/tickets/ticket-1', '/tickets/ticket-2']);
  });

  // spec: S135 S136
  it('shows the next ones within 100 px of the end of a list that is at most 350 px high', async () => {
    serve(50);
    renderSignedIn(<Bell />, { user: makeUser({ allTicket: 'enabled' }) });
    const list = await screen.findByRole('list');
    expect(getComputedStyle(list).maxHeight).toBe('350px');
    expect(screen.getAllByRole('link')).toHaveLength(20);
    Object.defineProperties(list, { scrollHeight: { value: 1000 }, clientHeight: { value: 350 } });
    fireEvent.scroll(list, { target: { scrollTop: 550 } });
    expect(screen.getAllByRole('link')).toHaveLength(20);
    fireEvent.scroll(list, { target: { scrollTop: 551 } });
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(40));
  });
});
