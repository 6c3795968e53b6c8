import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import TagEditor from './TagEditor';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** An editor with one tag to choose, and what it told the server. */
async function setup(tags: Ticket['tags'] = []) {
  const made: string[] = [];
  const given: unknown[] = [];
  const ticket = makeTicket({ id: 5, tags });
  server.use(
    http.get('*/api/tags/list', () => HttpResponse.json([{ id: 3, name: 'Boleto vencido', color: '#123456' }])),
    http.post('*/api/tags/sync', async ({ request }) => {
      given.push(await request.json());
      return HttpResponse.json(ticket);
    }),
    http.post('*/api/tags', async ({ request }) => {
      made.push(((await request.json()) as { name: string }).name);
      return HttpResponse.json({ id: 9, name: 'Boleto', color: '#123456' });
    }),
  );
  renderSignedIn(<TagEditor ticket={ticket} />);
  await screen.findByText('Boleto vencido');
  const field = screen.getByRole<HTMLInputElement>('combobox');
  const write = (text: string) => fireEvent.change(field, { target: { value: text } });
  const enter = () => fireEvent.keyDown(field, { key: 'Enter' });
  return { made, given, field, write, enter };
}

describe('the tags of a ticket', () => {
  // Fails while Enter makes a tag of every name that no tag has.
  it('takes the tag that was found on Enter, and makes none beside it', async () => {
    const { made, given, field, write, enter } = await setup();
    write('boleto');
    enter();
    await waitFor(() => expect(given).toHaveLength(1));
    expect(JSON.stringify(given)).toContain('3');
    expect(made).toEqual([]);
    expect(field.value).toBe('');
  });

  // spec: S033 S104
  it('gives a tag that is pressed, and takes away one that the ticket has', async () => {
    const boleto = { id: 3, name: 'Boleto vencido', color: '#123456', priority: 0, category: '' };
    for (const [has, tags] of [
      [[], [{ id: 3 }]],
      [[boleto], []],
    ]) {
      const { given } = await setup(has as Ticket['tags']);
      fireEvent.click(screen.getByRole('option', { name: 'Boleto vencido' }));
      await waitFor(() => expect(given).toEqual([{ ticketId: 5, tags }]));
      cleanup();
    }
  });

  // spec: S104
  it('makes a new one by its button, and on Enter where nothing was found', async () => {
    const { made, given, write, enter } = await setup();
    write('Boleto');
    fireEvent.click(screen.getByRole('button', { name: /Boleto/ }));
    await waitFor(() => expect(made).toEqual(['Boleto']));
    await waitFor(() => expect(given).toEqual([{ ticketId: 5, tags: [{ id: 9 }] }]));
    write('Troca');
    enter();
    await waitFor(() => expect(made).toEqual(['Boleto', 'Troca']));
  });
});
