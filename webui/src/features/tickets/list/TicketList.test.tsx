import { useInfiniteQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { stubLayout } from '@/dev/layout';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { ticketListOptions } from '@/features/tickets/api';
import { readView, toFilters } from './filters';
import { TicketList } from './TicketList';

let scrollHeight = 0;
beforeEach(() => {
  scrollHeight = 2000;
  stubLayout({ width: 368, height: 600 });
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => scrollHeight);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const filters = toFilters(readView(new URLSearchParams('tab=open&list=pending'), false), false);

function List() {
  const query = useInfiniteQuery(ticketListOptions(filters));
  return <TicketList query={query} selectedUuid={null} showsUser={false} emptyTitle="Nada" onNew={vi.fn()} />;
}

interface Asked {
  cursor: string | null;
  pageNumber: number;
  status: string;
}

// spec: S095 S135
it('asks for its next page within 100 px of its end, as long as there is one', async () => {
  const get = vi.spyOn(api, 'get').mockImplementation(((path: string, { query }: { query?: Asked } = {}) => {
    if (path !== '/tickets') return new Promise(() => undefined);
    const [id, nextCursor] = query?.cursor === 'after-1' ? [2, null] : [1, 'after-1'];
    const contact = { ...makeTicket().contact, name: `Cliente ${id}` };
    const tickets = [makeTicket({ id, status: 'pending', userId: null, contact })];
    return Promise.resolve({ tickets, count: 2, hasMore: nextCursor !== null, nextCursor });
  }) as never);
  const asked = () =>
    get.mock.calls.filter(([path]) => path === '/tickets').map(([, more]) => (more as { query: Asked }).query);
  renderSignedIn(<List />);
  const box = (await screen.findByText('Cliente 1')).closest('[role=list]')?.parentElement as HTMLElement;
  const scrollTo = (scrollTop: number) => fireEvent.scroll(box, { target: { scrollTop } });
  scrollTo(1300);
  expect(asked()).toHaveLength(1);
  scrollTo(1301);
  expect(await screen.findByText('Cliente 2')).toBeTruthy();
  scrollTo(1350);
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  const wish = { status: 'pending', pageNumber: 1 };
  expect(asked()).toMatchObject([
    { ...wish, cursor: null },
    { ...wish, cursor: 'after-1' },
  ]);
});
