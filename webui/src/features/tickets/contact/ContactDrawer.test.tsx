import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeContact, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import * as drawer from '@/state/contactDrawer';
import ContactDrawer from './ContactDrawer';

// spec: S038 S044 S136
it('shows, 320 px wide, of a contact the picture, the name, the number, the e-mail and the pairs', async () => {
  const contact = makeContact({
    id: 8,
    name: 'Bia',
    number: '5511988887777',
    email: 'bia@exemplo.example',
    profilePicUrl: '/foto.jpg',
    extraInfo: [{ name: 'CPF', value: '123' }],
  });
  vi.spyOn(api, 'get').mockImplementation((path) => Promise.resolve(path === '/contacts/{id}' ? contact : []));
  renderSignedIn(<ContactDrawer ticket={makeTicket({ id: 5, contactId: 8 })} isOpenedHere={false} />);
  for (const text of ['Bia', '+55 11 98888-7777', 'bia@exemplo.example', 'CPF', '123']) {
    expect(await screen.findByText(text), text).toBeTruthy();
  }
  expect(document.querySelector('img[src="/foto.jpg"]')).toBeTruthy();
  expect(getComputedStyle(screen.getByRole('group', { name: 'Contato' })).width).toBe('320px');
});

// spec: S038
it('has below the contact the way to its form, the free fields of the ticket and the notes of the team', async () => {
  const note = {
    id: 3,
    note: 'Prefere boleto',
    ticketId: 5,
    contactId: 8,
    userId: 2,
    createdAt: '2026-07-01T12:00:00Z',
  };
  const answers: Record<string, unknown> = {
    '/contacts/{id}': makeContact({ id: 8, name: 'Bia' }),
    '/ticket-notes/list': [{ ...note, user: { id: 2, name: 'Rafael Lima' } }],
  };
  vi.spyOn(api, 'get').mockImplementation(((path: string) => Promise.resolve(answers[path] ?? [])) as never);
  renderSignedIn(<ContactDrawer ticket={makeTicket({ id: 5, contactId: 8 })} isOpenedHere={false} />);
  expect(await screen.findByText('Prefere boleto')).toBeTruthy();
  expect(screen.getByText(/Rafael Lima/).textContent).toMatch(/^Rafael Lima · 01\/07\/2026/);
  for (const name of ['Instagram', 'Facebook', 'Cotação de frete']) {
    expect(screen.getByRole('textbox', { name }), name).toBeTruthy();
  }
  expect(screen.getByRole('textbox', { name: 'Nova observação' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Editar contato' }));
  expect(await screen.findByRole('form', { name: 'Editar contato' })).toBeTruthy();
});

// Without the mend Escape closed the drawer, and what had been changed in its form was gone.
it('asks before Escape closes a form with changes, and closes without changes', async () => {
  vi.spyOn(api, 'get').mockImplementation((path) =>
    Promise.resolve(path === '/contacts/{id}' ? makeContact({ id: 8, name: 'Bia' }) : []),
  );
  const closed = vi.spyOn(drawer, 'showContact');
  renderSignedIn(<ContactDrawer ticket={makeTicket({ id: 5, contactId: 8 })} isOpenedHere={false} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Editar contato' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nome' });
  fireEvent.input(name, { target: { value: 'Beatriz' } });
  fireEvent.keyDown(name, { key: 'Escape' });
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar editando' }));
  expect(name.value).toBe('Beatriz');
  closed.mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Editar contato' }), { key: 'Escape' });
  expect(closed).toHaveBeenCalledWith(false);
});
