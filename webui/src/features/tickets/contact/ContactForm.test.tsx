import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeContact } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { NewContactForm } from '@/features/tickets/newTicket/NewContactForm';
import { ContactForm } from './ContactForm';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const nothing = () => undefined;
const contact = makeContact({ id: 8 });
const draft = { name: 'Beatriz', number: '5511988887777' };

// spec: S073 S134
it.each([
  ['put', 'Salvar', <ContactForm key="drawer" contact={contact} onDone={nothing} onChanged={nothing} />],
  ['post', 'Continuar', <NewContactForm key="new" draft={draft} onBack={nothing} onCreated={nothing} />],
] as const)('says what is wrong at once, and is sent by %s 400 ms after "%s"', async (method, button, form) => {
  const call = vi.spyOn(api, method).mockResolvedValue(contact as never);
  renderSignedIn(form);
  const name = screen.getByLabelText('Nome', { exact: true });
  const submit = () => fireEvent.click(screen.getByRole('button', { name: button }));
  fireEvent.change(name, { target: { value: 'B' } });
  submit();
  expect(await screen.findByText('Muito curto!')).toBeTruthy();
  fireEvent.change(name, { target: { value: 'Bia' } });
  vi.useFakeTimers();
  submit();
  await act(() => vi.advanceTimersByTimeAsync(399));
  expect(call).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(call.mock.lastCall?.[1]).toMatchObject({ body: { name: 'Bia' } });
});
