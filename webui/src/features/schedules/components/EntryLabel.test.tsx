import { screen } from '@testing-library/react';
import type { EventProps } from 'react-big-calendar';
import { expect, it } from 'vitest';
import type { Schedule } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import type { CalendarEntry } from '../model';
import { EntryLabel } from './EntryLabel';

// spec: S142 A021
it('says of an entry at what time, to whom and where it stands', () => {
  const schedule = {
    id: 1,
    body: 'Até amanhã',
    contact: { id: 7, name: 'Beatriz', number: '5511988887777', profilePicUrl: '' },
    sendAt: '2026-11-20T17:05:00Z',
    sentAt: null,
    status: 'PENDENTE',
    userId: 1,
    user: { id: 1, name: 'Marina' },
  } as Schedule;
  const event = { schedule, title: '', start: new Date(), end: new Date() };
  renderSignedIn(<EntryLabel {...({ event, title: '' } as EventProps<CalendarEntry>)} />);
  const [entry] = screen.getAllByRole('button');
  expect(entry?.textContent).toBe('14:05 Beatriz, Mensagem Pendente');
  expect(entry?.title).toBe('Beatriz: Até amanhã');
});
