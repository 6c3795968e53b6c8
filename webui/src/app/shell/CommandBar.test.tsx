import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import CommandBar from './CommandBar';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function Address() {
  return <output>{useLocation().pathname}</output>;
}

const named = (name: string, uuid: string) => ({
  ...makeTicket({ uuid }),
  contact: { ...makeTicket().contact, name },
});

describe('the command bar', () => {
  // Fails while Enter takes what was found for the text before.
  it('opens the customer of the text that is there, also when Enter is faster than the search', async () => {
    const customers = [named('Amélia Prates', 'amelia'), named('Bonifácio Luz', 'bonifacio')];
    server.use(
      http.get('*/api/tickets', ({ request }) => {
        const wanted = new URL(request.url).searchParams.get('searchParam') ?? '';
        return HttpResponse.json({
          tickets: customers.filter(({ contact }) => contact.name.includes(wanted)),
          count: 1,
          hasMore: false,
        });
      }),
    );
    const onClose = vi.fn();
    renderSignedIn(
      <>
        <CommandBar onClose={onClose} />
        <Address />
      </>,
    );
    const field = await screen.findByRole('combobox');
    fireEvent.change(field, { target: { value: 'Amélia' } });
    await screen.findByRole('option', { name: /Amélia/ });
    fireEvent.change(field, { target: { value: 'Bonifácio' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/tickets/bonifacio'));
  });
});
