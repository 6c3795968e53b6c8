import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { User } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { UserRow } from './UserRow';

const MOMENT = '2026-07-01T12:00:00Z';
const userOf = (more: Partial<User> = {}): User => {
  const { company: _, ...own } = makeUser({ id: 2, name: 'Rafael Lima', email: 'rafael@aurora.example' });
  return { ...own, online: false, createdAt: MOMENT, updatedAt: MOMENT, ...more };
};

function show(user: User, own = makeUser({ profile: 'admin' })) {
  const handlers = { onEdit: vi.fn(), onDelete: vi.fn() };
  const view = renderSignedIn(<UserRow user={user} {...handlers} />, { user: own });
  return { ...handlers, ...view };
}

// spec: S013 S041
it.each([
  ['admin', 'Admin'],
  ['supervisor', 'Supervisor'],
  ['user', 'User'],
] as const)('shows of a user name, e-mail, queues, whether he is there, and the profile %s as %s', (profile, word) => {
  const away = show(userOf({ profile }));
  for (const text of ['Rafael Lima', 'rafael@aurora.example', 'Vendas', 'Offline', word]) {
    expect(screen.getByText(text), text).toBeTruthy();
  }
  away.unmount();
  show(userOf({ profile, online: true }));
  expect(screen.getByText('Online')).toBeTruthy();
});

// spec: S013
it('leads to the forms that change and delete the user', () => {
  const rafael = userOf();
  const { onEdit, onDelete } = show(rafael);
  fireEvent.click(screen.getByRole('button', { name: 'Editar Rafael Lima' }));
  fireEvent.click(screen.getByRole('button', { name: 'Excluir Rafael Lima' }));
  expect([onEdit.mock.calls, onDelete.mock.calls]).toEqual([[[rafael]], [[rafael]]]);
});

// spec: S003 S013
it.each([
  ['oneself', { id: 1 }, [false, true]],
  ['a super user', { super: true }, [true, true]],
  ['a colleague', {}, [false, false]],
] as const)('has for %s buttons that cannot be pressed where an admin may not change or delete', (_, more, locked) => {
  show(userOf(more));
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  expect(buttons.map(({ disabled }) => disabled)).toEqual(locked);
});
