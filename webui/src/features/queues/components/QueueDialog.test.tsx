import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { QueueDialog } from './QueueDialog';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const DAYS = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo'];

async function show(scheduleType: string) {
  vi.spyOn(api, 'get').mockImplementation((path: string) => {
    if (path === '/settings') return Promise.resolve([{ key: 'scheduleType', value: scheduleType }]) as never;
    return new Promise(() => undefined) as never;
  });
  renderSignedIn(<QueueDialog queue={null} taken={new Map()} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
  return within(await screen.findByRole('dialog'));
}

// spec: A010
it.each(['disabled', 'company'])('asks for the data of a queue alone where hours are %s', async (type) => {
  const dialog = await show(type);
  for (const label of ['Nome', 'Ordem', 'Mensagem de saudação', 'Mensagem fora do expediente', 'Prompt', 'Integração'])
    expect(dialog.getByLabelText(new RegExp(`^${label}`)), label).toBeTruthy();
  expect(dialog.getAllByRole('radio')).toHaveLength(49);
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
