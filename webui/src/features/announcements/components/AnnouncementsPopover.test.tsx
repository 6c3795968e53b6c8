import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { AnnouncementsPopover } from './AnnouncementsPopover';

const record = (id: number) => ({
  id,
  title: `Aviso ${id}`,
  text: 'Às 22h',
  priority: 1,
  status: true,
  companyId: null,
  visibleFrom: null,
  visibleUntil: null,
  createdAt: '2026-07-01T12:00:00Z',
});

// spec: S110 S135
it('reads the announcements page by page, as long as more follow', async () => {
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(((_: string, { query }: { query: { pageNumber: number } }) =>
      Promise.resolve({ records: [record(query.pageNumber)], count: 2, hasMore: query.pageNumber < 2 })) as never);
  renderSignedIn(<AnnouncementsPopover />);
  fireEvent.click(screen.getByRole('button', { name: /^Informativos/ }));
  await screen.findByText('Aviso 1');
  // a box without a height is always near its end
  const list = screen.getByRole('list');
  fireEvent.scroll(list);
  await screen.findByText('Aviso 2');
  fireEvent.scroll(list);
  const asked = () => get.mock.calls.map(([path, options]) => [path, (options as { query: object }).query]);
  await waitFor(() =>
    expect(asked()).toEqual([
      ['/announcements', { pageNumber: 1 }],
      ['/announcements', { pageNumber: 2 }],
    ]),
  );
});
