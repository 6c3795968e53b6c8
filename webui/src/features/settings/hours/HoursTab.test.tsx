import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import type { Week } from '@/ui/week';
import HoursTab from './HoursTab';

afterEach(() => vi.restoreAllMocks());

const NAMES = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo'];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const stored = DAYS.map((weekdayEn, at) => ({
  weekday: NAMES[at],
  weekdayEn,
  startTime: '08:00',
  endTime: '18:00',
  ranges: [],
}));

function Hours() {
  const [draft, setDraft] = useState<Week | null>(null);
  return <HoursTab draft={draft} onDraft={setDraft} />;
}

// spec: A013 A080 A102 A131 A132
it('has start and end of every weekday, and saves them as a whole where all are times', async () => {
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    path === '/companies/{id}/schedules'
      ? Promise.resolve({ schedules: stored })
      : new Promise(() => undefined)) as never);
  const put = vi
    .spyOn(api, 'put')
    .mockImplementation(((_: string, { body }: { body: object }) => Promise.resolve(body)) as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  renderSignedIn(<Hours />, { user: makeUser({ profile: 'admin', companyId: 5 }) });
  await screen.findByLabelText('Segunda-feira: abre às');
  const field = (name: string, what: string) => screen.getByLabelText<HTMLInputElement>(`${name}: ${what}`);
  for (const name of NAMES)
    expect([field(name, 'abre às').value, field(name, 'fecha às').value], name).toEqual(['08:00', '18:00']);
  const write = (value: string) => {
    fireEvent.change(field('Terça-feira', 'fecha às'), { target: { value } });
    fireEvent.blur(field('Terça-feira', 'fecha às'));
  };
  write('25:00');
  expect(screen.getByText(/Clique em salvar para registar as alterações/)).toBeTruthy();
  fireEvent.click(screen.getByText('Salvar'));
  expect(put).not.toHaveBeenCalled();
  write('17:30');
  fireEvent.click(screen.getByText('Salvar'));
  const schedules = stored.map((day) => (day.weekdayEn === 'tuesday' ? { ...day, endTime: '17:30' } : day));
  const saved = ['/companies/{id}/schedules', { path: { id: 5 }, body: { schedules } }];
  // the wrong one was not sent before it
  await waitFor(() => expect(put.mock.calls).toEqual([saved]));
  await waitFor(() => expect(said).toHaveBeenCalledWith('Horários atualizados com sucesso.'));
});
