import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeContact, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { ContactForm } from './ContactForm';
import { Informations } from './Informations';
import { Notes } from './Notes';

const ticket = makeTicket({ id: 5, contactId: 8 });
const note = { id: 4, note: 'Prefere boleto', ticketId: 5, contactId: 8, userId: 1, user: { id: 1, name: 'Marina' } };
const stored = { ...note, createdAt: '2026-07-01T12:00:00Z' };
let said: string[];
let get: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  said = [];
  vi.spyOn(toast, 'success').mockImplementation((text) => void said.push(String(text)));
  get = vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) => Promise.resolve(path === '/ticket-notes/list' ? [stored] : [])) as never);
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

// spec: S103
it('lists the notes of the contact', async () => {
  renderSignedIn(<Notes ticket={ticket} />);
  expect(await screen.findByText('Prefere boleto')).toBeTruthy();
  const query = { contactId: 8 };
  expect(get.mock.calls).toContainEqual(['/ticket-notes/list', expect.objectContaining({ query })]);
});

// spec: S103 S131
it('writes a note on the ticket and its contact, and says so', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ ...stored, id: 6, note: 'Paga em dia' } as never);
  renderSignedIn(<Notes ticket={ticket} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: ' Paga em dia ' } });
  press('Adicionar');
  await waitFor(() => expect(said).toEqual(['Observação adicionada com sucesso!']));
  expect(post.mock.calls).toEqual([['/ticket-notes', { body: { note: 'Paga em dia', ticketId: 5, contactId: 8 } }]]);
  expect(screen.getByText('Paga em dia')).toBeTruthy();
});

// spec: S103 S131
it('deletes a note once that was asked, and says so', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  renderSignedIn(<Notes ticket={ticket} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir observação' }));
  const question = within(await screen.findByRole('dialog'));
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Excluir observação' }));
  await waitFor(() => expect(said).toEqual(['Observação excluída com sucesso!']));
  expect(remove.mock.calls).toEqual([['/ticket-notes/{id}', { path: { id: 4 } }]]);
  expect(screen.queryByText('Prefere boleto')).toBeNull();
});

// spec: S098 S131
it('saves the free fields of the ticket, and says so', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(ticket as never);
  renderSignedIn(<Informations ticket={ticket} />);
  fireEvent.change(screen.getByRole('textbox', { name: 'Instagram' }), { target: { value: '@bia' } });
  press('Salvar');
  await waitFor(() => expect(said).toEqual(['Informações adicionadas com sucesso!']));
  const informations = JSON.stringify({ instagram: '@bia', facebook: '', frete: '' });
  expect(put.mock.calls.map(([path, { path: of }]) => [path, of])).toEqual([['/tickets/{id}', { id: 5 }]]);
  const [, sent] = put.mock.lastCall as unknown as [string, { body: { informations: string } }];
  expect(JSON.parse(sent.body.informations)).toEqual(JSON.parse(informations));
});

// spec: S108 S131
it('saves the contact, and says so', async () => {
  const contact = makeContact({ id: 8 });
  const put = vi.spyOn(api, 'put').mockResolvedValue(contact as never);
  const onDone = vi.fn();
  renderSignedIn(<ContactForm contact={contact} onDone={onDone} onChanged={() => undefined} />);
  fireEvent.change(screen.getByLabelText('Nome', { exact: true }), { target: { value: 'Bia' } });
  press('Salvar');
  await waitFor(() => expect(said).toEqual(['Contato salvo com sucesso!']));
  expect(put.mock.calls).toMatchObject([['/contacts/{id}', { path: { id: 8 }, body: { name: 'Bia' } }]]);
  expect(onDone).toHaveBeenCalledOnce();
});
