import { screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/api/client';
import { paths } from '@/app/paths';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import TicketByNumberPage from './TicketByNumberPage';

afterEach(() => vi.restoreAllMocks());

function Place() {
  return <output>{useLocation().pathname}</output>;
}

function visit(path: string) {
  renderSignedIn(
    <>
      <Routes>
        <Route path={paths.ticketByNumberPattern} element={<TicketByNumberPage />} />
        <Route path={paths.ticketPattern} element={<p>a conversa</p>} />
      </Routes>
      <Place />
    </>,
    { path },
  );
}

// spec: S011
it('leads from the number of a ticket to its conversation', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue(makeTicket({ id: 12, uuid: '0b2f' }) as never);
  visit('/tickets/12/uuid');
  expect(await screen.findByText('a conversa')).toBeTruthy();
  expect(get.mock.calls.map(([path, options]) => [path, (options as { path: object }).path])).toEqual([
    ['/tickets/{id}', { id: 12 }],
  ]);
  expect(document.querySelector('output')?.textContent).toBe('/tickets/0b2f');
});

// spec: S011
it('says so when there is no such ticket', async () => {
  vi.spyOn(api, 'get').mockRejectedValue(new ApiError('ERR_NO_TICKET_FOUND', 404, ''));
  visit('/tickets/12/uuid');
  expect(await screen.findByRole('button', { name: /Tentar/ })).toBeTruthy();
  expect(document.querySelector('output')?.textContent).toBe('/tickets/12/uuid');
});
