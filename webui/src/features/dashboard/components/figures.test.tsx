import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { AttendantFigures, Counters } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { AttendantTable } from './AttendantTable';
import { CounterCards } from './CounterCards';
import { PeriodForm } from './PeriodForm';

// spec: S024 S055
it('names the six cards, each with its own figure', () => {
  const counters: Counters = {
    supportHappening: 1,
    supportPending: 2,
    supportFinished: 3,
    leads: 4,
    avgSupportTime: 61,
    avgWaitTime: 5,
  };
  renderSignedIn(<CounterCards counters={counters} />);
  const cards = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(cards).toEqual([
    'Em Conversaagora1',
    'Aguardandoagora2',
    'Finalizados3',
    'Novos Contatos4',
    'T.M. de Conversa01h 01m',
    'T.M. de Espera00h 05m',
  ]);
});

it('compares the figures of the period with those before, and says nothing of what was not measured', () => {
  const counters: Counters = {
    supportHappening: 0,
    supportPending: 0,
    supportFinished: 184,
    leads: 47,
    avgSupportTime: 38,
    avgWaitTime: 0,
  };
  const previous = { ...counters, supportFinished: 196, leads: 42, avgSupportTime: 42, avgWaitTime: 5 };
  const day = { day: '2026-11-02', began: 1, finished: 1, leads: 1, avgSupportTime: 38, avgWaitTime: null };
  renderSignedIn(<CounterCards counters={counters} previous={previous} days={[day]} />);
  const cards = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(cards).toEqual([
    'Em Conversaagora0ninguém em conversa',
    'Aguardandoagora0ninguém na fila',
    'Finalizados184−6,1%eram 196',
    'Novos Contatos47+11,9%eram 42',
    'T.M. de Conversa00h 38m−4 minera 00h 42m',
    'T.M. de Espera—sem atendimentos',
  ]);
  expect(screen.getByRole('link', { name: 'Aguardando' }).getAttribute('href')).toBe('/tickets?list=pending&all=1');
});

// spec: S026 S140
it.each([
  [1, 'Insatisfeito'],
  [2, 'Satisfeito'],
  [3, 'Muito satisfeito'],
] as const)(
  'shows an attendant with %i of 3 stars as "%s", with his time and whether he is there',
  async (rating, words) => {
    const figures = { id: 4, name: 'Rafael Lima', rating, avgSupportTime: 85, online: true } as AttendantFigures;
    renderSignedIn(<AttendantTable attendants={[figures]} />);
    const row = screen.getByRole('row', { name: /Rafael Lima/ });
    for (const text of ['01h 25m', 'Online']) expect(within(row).getByText(text)).toBeTruthy();
    const shown = within(row).getByRole('img', { name: words });
    const stars = [...shown.querySelectorAll('svg')];
    expect(stars.map((star) => 'full' in star.dataset)).toEqual([1, 2, 3].map((star) => star <= rating));
    expect(screen.queryByText(words)).toBeNull();
    fireEvent.pointerEnter(shown);
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

// spec: S026
it('shows an attendant whom nobody has rated without a star, and one who is away as such', () => {
  const figures = { id: 4, name: 'Rafael Lima', rating: null, avgSupportTime: 85, online: false } as AttendantFigures;
  renderSignedIn(<AttendantTable attendants={[figures]} />);
  const row = screen.getByRole('row', { name: /Rafael Lima/ });
  const none = within(row).getByRole('img', { name: 'Sem avaliações' });
  expect(none.querySelector('svg')).toBeNull();
  expect(within(row).getByText('Offline')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('Avaliação');
});

// spec: S025
it('filters by dates, or by a period of its own', () => {
  const onFilter = vi.fn();
  const first = { type: 'date', from: '2026-11-01', until: '2026-11-02', days: 0 } as const;
  const parts = {
    first,
    isCompared: true,
    today: '2026-11-23',
    isBusy: false,
    onFilter,
    onCancel: vi.fn(),
    months: 2,
  } as const;
  renderSignedIn(<PeriodForm {...parts} />);
  for (const [label, value] of [
    ['Data inicial', '05/11/2026'],
    ['Data final', '09/11/2026'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  const filter = screen.getByRole('button', { name: 'Filtrar' });
  fireEvent.click(filter);
  const typed = { type: 'date', from: '2026-11-05', until: '2026-11-09', days: 0 };
  expect(onFilter).toHaveBeenCalledExactlyOnceWith(typed, true);
  fireEvent.change(screen.getByLabelText('Tipo de filtro'), { target: { value: 'period' } });
  expect(screen.queryByLabelText('Data inicial')).toBeNull();
  const period = screen.getByLabelText('Período', { exact: true });
  expect(
    within(period)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Nenhum selecionado', ...[3, 7, 15, 30, 60, 90].map((days) => `Últimos ${days} dias`)]);
  fireEvent.change(period, { target: { value: '30' } });
  fireEvent.click(filter);
  const dates = { from: '2026-10-25', until: '2026-11-23' };
  expect(onFilter).toHaveBeenCalledTimes(2);
  expect(onFilter).toHaveBeenLastCalledWith({ type: 'period', ...dates, days: 30 }, true);
});

it('takes a range by two days of the calendar, or a ready-made period by its key', () => {
  const onFilter = vi.fn();
  const first = { type: 'date', from: '2026-11-01', until: '2026-11-02', days: 0 } as const;
  const parts = {
    first,
    isCompared: true,
    today: '2026-11-23',
    isBusy: false,
    onFilter,
    onCancel: vi.fn(),
    months: 2,
  } as const;
  renderSignedIn(<PeriodForm {...parts} />);
  const day = (name: RegExp) => screen.getByRole('button', { name });
  fireEvent.click(day(/20 de novembro de 2026/));
  // nothing that is yet to come
  fireEvent.click(day(/24 de novembro de 2026/));
  fireEvent.click(day(/ 9 de novembro de 2026/));
  expect(document.querySelectorAll('td[aria-selected="true"]')).toHaveLength(12);
  fireEvent.click(screen.getByRole('switch', { name: 'Comparar com' }));
  fireEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  expect(onFilter).toHaveBeenLastCalledWith({ ...first, from: '2026-11-09', until: '2026-11-20' }, false);
  fireEvent.keyDown(day(/20 de novembro de 2026/), { key: 'h' });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Hoje/ }).checked).toBe(true);
});
