import { fireEvent, screen } from '@testing-library/react';
import type { EventProps } from 'react-big-calendar';
import { expect, it, vi } from 'vitest';
import type { Schedule } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import type { CalendarEntry } from '../model';
import { AgendaLabel } from './AgendaLabel';
import { AskDelete } from './EntryTools';

const schedule = {
  id: 1,
  body: 'Até amanhã',
  contact: { id: 7, name: 'Beatriz', number: '5511988887777', profilePicUrl: '' },
  sendAt: '2026-11-20T12:00:00Z',
  sentAt: null,
  status: 'PENDENTE',
  userId: 1,
  user: { id: 1, name: 'Marina' },
} as Schedule;

function show(more: Partial<Schedule> = {}, profile: 'user' | 'supervisor' | 'admin' = 'user') {
  const onOpen = vi.fn();
  const onDelete = vi.fn();
  const shown = { ...schedule, ...more };
  const event = { schedule: shown, title: '', start: new Date(), end: new Date() };
  const cell = { event, title: '' } as EventProps<CalendarEntry>;
  renderSignedIn(
    <AskDelete value={onDelete}>
      {/* the library's cell */}
      <div role="presentation" onClick={onOpen}>
        <AgendaLabel {...cell} />
      </div>
    </AskDelete>,
    { user: makeUser({ id: 1, profile }) },
  );
  return { onOpen, onDelete, shown };
}
const names = () =>
  screen
    .getAllByRole('button')
    .slice(1)
    .map((button) => button.getAttribute('aria-label'));
const EDIT = 'Editar o agendamento de Beatriz';
const DELETE = 'Excluir o agendamento de Beatriz';

// spec: A021 A042
it('shows the contact, the text and where it stands, and is edited by a press and deleted by another', () => {
  const { onOpen, onDelete, shown } = show();
  for (const text of ['Beatriz', 'Até amanhã', 'Mensagem Pendente']) expect(screen.getByText(text)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: EDIT }));
  expect([onOpen.mock.calls.length, onDelete.mock.calls.length]).toEqual([1, 0]);
  fireEvent.click(screen.getByRole('button', { name: DELETE }));
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(shown);
});

// spec: A021 S068
it.each([
  ['a colleague’s', { userId: 2 }, 'supervisor', []],
  ['a colleague’s, seen by an admin,', { userId: 2 }, 'admin', [EDIT, DELETE]],
  ['what was sent', { sentAt: '2026-11-20T12:00:00Z', status: 'ENVIADA' }, 'user', [DELETE]],
] as const)('offers for %s what may be done', (_, more, profile, buttons) => {
  show(more, profile);
  expect(names()).toEqual(buttons);
});
