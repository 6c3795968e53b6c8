import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import type { DayHours, Queue } from '@/api/types';
import { toast } from '@/ui/toast';
import { QueueDialog } from './QueueDialog';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const DAYS = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo'];

async function show(scheduleType: string, queue: Queue | null = null) {
  vi.spyOn(api, 'get').mockImplementation((path: string) => {
    if (path === '/settings') return Promise.resolve([{ key: 'scheduleType', value: scheduleType }]) as never;
    return new Promise(() => undefined) as never;
  });
  renderSignedIn(<QueueDialog queue={queue} taken={new Map()} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
  return within(await screen.findByRole('dialog'));
}

// spec: A010
it.each(['disabled', 'company'])('asks for the data of a queue alone where hours are %s', async (type) => {
  const dialog = await show(type);
  for (const label of ['Nome', 'Ordem', 'Mensagem de saudação', 'Mensagem fora do expediente', 'Prompt', 'Integração'])
    expect(dialog.getByLabelText(new RegExp(`^${label}`)), label).toBeTruthy();
  const swatches = dialog.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
  expect(swatches).toHaveLength(49);
  expect(new Set(swatches).size).toBe(49);
  for (const swatch of swatches) expect(swatch).toMatch(/^#[0-9a-f]{6}$/);
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(dialog.queryAllByRole('tab')).toEqual([]);
});

// spec: A010 A132 A136
it('begins with the usual hours in a second tab where each queue has its own', async () => {
  const dialog = await show('queue');
  fireEvent.click(await dialog.findByRole('tab', { name: 'Horários de Atendimento' }));
  expect(dialog.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Dados da fila',
    'Horários de Atendimento',
  ]);
  const hours = DAYS.map((name) => {
    const day = within(dialog.getByRole('group', { name }));
    const at = (what: string) => day.queryByLabelText<HTMLInputElement>(`${name}: ${what}`)?.value;
    return [at('abre às'), at('fecha às')];
  });
  const weekday = ['08:00', '18:00'];
  expect(hours).toEqual([weekday, weekday, weekday, weekday, weekday, ['08:00', '12:00'], [undefined, undefined]]);
  expect(dialog.getByText('Clique em salvar para registar as alterações')).toBeTruthy();
});

// spec: A136
it('leaves the hours that nobody has touched to the server, and sends a week that was changed', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 3, name: 'Vendas' } as never);
  const dialog = await show('queue');
  fireEvent.change(dialog.getByLabelText('Nome'), { target: { value: 'Vendas' } });
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  type Sent = [string, { body: { schedules?: DayHours[] } }];
  const sent = () => (post.mock.lastCall as unknown as Sent)[1].body.schedules;
  fireEvent.click(await dialog.findByRole('tab', { name: 'Horários de Atendimento' }));
  save();
  await waitFor(() => expect(post).toHaveBeenCalledTimes(1));
  expect(sent()).toBeUndefined();
  const saturday = within(dialog.getByRole('group', { name: 'Sábado' }));
  const closes = saturday.getByLabelText('Sábado: fecha às');
  fireEvent.change(closes, { target: { value: '13:00' } });
  fireEvent.blur(closes);
  save();
  await waitFor(() => expect(post).toHaveBeenCalledTimes(2));
  expect(sent()?.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
    ...Array.from({ length: 5 }, () => '08:00-18:00'),
    '08:00-13:00',
    '-',
  ]);
});

// spec: A010 A032 A077 A100
it('shows a queue as it is, says what is wrong with its name, and sends everything of it', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ id: 3, name: 'Vendas' } as never);
  const texts = { greetingMessage: 'Olá!', outOfHoursMessage: 'Só amanhã.' };
  const queue = { id: 3, name: 'Vendas', color: '#0f766e', orderQueue: 2, promptId: 3, integrationId: 4, ...texts };
  const dialog = await show('company', {
    ...queue,
    autoAssign: false,
    assignMax: 5,
    schedules: [],
  } as unknown as Queue);
  const of = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label);
  const values = [/^Nome/, /^Ordem/, /^Mensagem de saudação/, /^Mensagem fora do expediente/].map(
    (label) => of(label).value,
  );
  expect(values).toEqual(['Vendas', '2', 'Olá!', 'Só amanhã.']);
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  fireEvent.change(of(/^Nome/), { target: { value: '' } });
  save();
  expect(await dialog.findByText('Obrigatório')).toBeTruthy();
  fireEvent.change(of(/^Nome/), { target: { value: 'Vendas 2' } });
  save();
  const body = { ...queue, name: 'Vendas 2', id: undefined };
  await waitFor(() =>
    expect(put.mock.lastCall?.[1]).toMatchObject({ path: { id: 3 }, body: JSON.parse(JSON.stringify(body)) }),
  );
  expect(put.mock.lastCall?.[0]).toBe('/queue/{id}');
});

// spec: A077
it.each([
  ['#0f766e80', '#0f766e'],
  ['#0f7', '#00ff77'],
])('saves a queue with the colour %s, which its picker shows as %s', async (color, picked) => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ id: 3, name: 'Vendas' } as never);
  const queue = { id: 3, name: 'Vendas', color, orderQueue: null, autoAssign: false, assignMax: 5, schedules: [] };
  const dialog = await show('company', queue as unknown as Queue);
  expect(dialog.getByLabelText<HTMLInputElement>('Outra cor').value).toBe(picked);
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(put.mock.lastCall?.[1]).toMatchObject({ path: { id: 3 }, body: { color } }));
});

// spec: A131 A135
it('is sent 400 ms after the click, and says that it was saved', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const post = vi.spyOn(api, 'post').mockResolvedValue({ id: 3, name: 'Vendas' } as never);
  const dialog = await show('company');
  fireEvent.change(dialog.getByLabelText('Nome'), { target: { value: 'Vendas' } });
  vi.useFakeTimers();
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await act(() => vi.advanceTimersByTimeAsync(399));
  expect(post).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(post).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(said).toHaveBeenCalledWith('Fila salva com sucesso!');
});
