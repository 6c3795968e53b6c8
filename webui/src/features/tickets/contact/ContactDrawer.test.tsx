import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeContact, makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import * as drawer from '@/state/contactDrawer';
import ContactDrawer from './ContactDrawer';

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
