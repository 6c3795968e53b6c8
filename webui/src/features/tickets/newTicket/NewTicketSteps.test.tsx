import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeContact } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import NewTicketSteps from './NewTicketSteps';

beforeEach(() => {
  const found = (searchParam: string) => (searchParam === 'Bea' ? [makeContact({ id: 8, name: 'Beatriz' })] : []);
  vi.spyOn(api, 'get').mockImplementation(((path: string, more: { query?: { searchParam: string } } = {}) => {
    const contacts = found(more.query?.searchParam ?? '');
    return Promise.resolve(path === '/contacts' ? { contacts, count: contacts.length, hasMore: false } : []);
  }) as never);
});
afterEach(() => vi.restoreAllMocks());

function show() {
  const post = vi.spyOn(api, 'post').mockImplementation(() => new Promise(() => undefined));
  renderSignedIn(<NewTicketSteps preset={undefined} contactId={null} onClose={vi.fn()} />);
  return { post };
}
const search = (value: string) => fireEvent.change(screen.getByRole('combobox'), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('a new ticket', () => {
  // spec: S039 S077 S097
  it('begins with a contact that was found', async () => {
    const { post } = show();
    search('Bea');
    fireEvent.click(await screen.findByRole('option', { name: /Beatriz/ }));
    await press('Iniciar atendimento');
    const body = { contactId: 8, userId: 1, status: 'open', queueId: 10 };
    await waitFor(() => expect(post.mock.calls).toEqual([['/tickets', { body }]]));
  });

  // spec: S039 S073 S108
  it('begins with somebody new by the number that was searched', async () => {
    const { post } = show();
    post.mockResolvedValueOnce(makeContact({ id: 9, name: 'Zélia', number: '5548991234567' }) as never);
    search('+55 48 99123-4567');
    await press('Criar contato');
    expect(screen.getByLabelText<HTMLInputElement>('Número').value).toBe('5548991234567');
    fireEvent.change(screen.getByLabelText('Nome', { exact: true }), { target: { value: 'Zélia' } });
    await press('Continuar');
    await press('Iniciar atendimento');
    await waitFor(() => expect(post).toHaveBeenCalledTimes(2));
    const person = { name: 'Zélia', number: '5548991234567', email: '', extraInfo: [] };
    expect(post.mock.calls[0]).toEqual(['/contacts', { body: person }]);
    expect(post.mock.calls[1]).toMatchObject(['/tickets', { body: { contactId: 9 } }]);
  });
});
