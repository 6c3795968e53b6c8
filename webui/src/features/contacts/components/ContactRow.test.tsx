import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Contact, SessionUser } from '@/api/types';
import { makeContact } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import ScheduleHost from '@/features/schedules/ScheduleHost';
import { schedule, useScheduling } from '@/state/scheduling';
import { ContactRow } from './ContactRow';

afterEach(() => act(() => schedule(null)));

/** The row, and the dialog as the frame of the pages shows it. */
function Page({ contact }: { contact: Contact }) {
  const isScheduling = useScheduling() !== null;
  return (
    <>
      <ContactRow contact={contact} onOpen={vi.fn()} />
      {isScheduling && <ScheduleHost onClose={() => schedule(null)} />}
      <output>{useLocation().pathname}</output>
    </>
  );
}

async function open(contact: Contact, user: SessionUser = makeUser()) {
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  renderSignedIn(<Page contact={contact} />, { user, path: '/contacts' });
  fireEvent.click(screen.getByRole('button', { name: 'Mais ações de Beatriz Nogueira' }));
  await screen.findByRole('menuitem', { name: 'Editar contato' });
}
const item = () => screen.queryByRole('menuitem', { name: 'Agendar mensagem' });
const place = () => document.querySelector('output')?.textContent;

// spec: S014 S039
it('leads from a contact over a message that is scheduled for it to the calendar', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 4 } as never);
  await open(makeContact({ id: 7 }));
  fireEvent.click(item()!);
  fireEvent.change(await screen.findByLabelText('Mensagem'), { target: { value: 'Até amanhã' } });
  expect(place()).toBe('/contacts');
  fireEvent.click(screen.getByRole('button', { name: 'Agendar' }));
  await waitFor(() => expect(place()).toBe('/schedules'));
  expect(post.mock.calls).toMatchObject([['/schedules', { body: { contactId: 7, body: 'Até amanhã' } }]]);
});

// spec: S014 S088
it('offers it only where the plan has schedules', async () => {
  const user = makeUser();
  const plan = { ...user.company.plan!, useSchedules: false };
  await open(makeContact(), { ...user, company: { ...user.company, plan } });
  expect(item()).toBeNull();
});

// spec: S014
it('cannot be asked for it for somebody who is blocked', async () => {
  await open(makeContact({ blocked: true }));
  expect(item()?.getAttribute('aria-disabled')).toBe('true');
});

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
