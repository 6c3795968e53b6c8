import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { SessionUser } from '@/api/types';
import { makeContact } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { ContactRow } from './ContactRow';

// spec: A094
it.each([
  ['admin', true],
  ['supervisor', false],
  ['user', false],
] as const)('offers to delete a contact to the %s: %s', async (profile: SessionUser['profile'], may) => {
  const onOpen = vi.fn();
  const contact = makeContact({ name: 'Bia' });
  renderSignedIn(<ContactRow contact={contact} onOpen={onOpen} />, { user: makeUser({ profile }) });
  fireEvent.click(screen.getByRole('button', { name: 'Mais ações de Bia' }));
  await screen.findByRole('menuitem', { name: 'Editar contato' });
  const deletion = screen.queryByRole('menuitem', { name: 'Excluir' });
  expect(deletion !== null).toBe(may);
  if (deletion) fireEvent.click(deletion);
  expect(onOpen.mock.calls).toEqual(may ? [['delete', contact]] : []);
});
