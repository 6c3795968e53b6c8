import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DashboardCourse, WaitingTicket } from '@/api/types';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import type { useCourse } from '../api';
import { ByPanel } from './ByPanel';
import { Columns } from './Columns';
import { DaysChart } from './DaysChart';
import { HeatPanel } from './HeatPanel';
import { HeldList } from './HeldList';
import { LimitNotice } from './LimitNotice';
import { ShareBars } from './ShareBars';
import { WaitingList } from './WaitingList';

const loaded = (hours: number[][]) =>
  ({ data: { hours } as DashboardCourse, isError: false, isPlaceholderData: false }) as ReturnType<typeof useCourse>;

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));

// spec: S027
it('leads from the bar of a day to its conversations, says both periods, and moves by arrows', () => {
  const bars = [
    { label: '22/11', name: '22/11/2026', value: 6, day: '2026-11-22' },
    { label: '23/11', name: '23/11/2026', value: 49, day: '2026-11-23' },
  ];
  renderSignedIn(<Columns label="Conversas por dia" bars={bars} before={[5, 36]} today="2026-11-23" />);
  const [first, last] = screen.getAllByRole('link');
  expect(last?.getAttribute('aria-label')).toBe('23/11/2026: 49 · anterior 36');
  expect(last?.getAttribute('href')).toBe('/tickets?tab=search&all=1&created=2026-11-23');
  expect([first?.tabIndex, last?.tabIndex]).toEqual([0, -1]);
  first?.focus();
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(last);
  expect([first?.tabIndex, last?.tabIndex]).toEqual([-1, 0]);
});

// spec: S027 S111
it('asks for the conversations of both charts by their dates and the company', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue({ data: [], count: 0 } as never);
  const span = { initialDate: '2026-11-17', finalDate: '2026-11-23' };
  const parts = [
    <DaysChart key="days" pageSpan={span} queues={{}} isCompared={false} today="2026-11-23" onWiden={vi.fn()} />,
    <ByPanel key="by" asked={{ days: 7 }} queues={{}} pageSpan={span} />,
  ];
  renderSignedIn(parts);
  fireEvent.click(await screen.findByRole('tab', { name: 'Atendente' }));
  const query = { ...span, companyId: 1 };
  for (const path of ['/dashboard/ticketsDay', '/dashboard/ticketsUsers'])
    await waitFor(() => expect(get).toHaveBeenCalledWith(path, { query }));
});

// spec: S027 S055
it('shows how many conversations began on each day and altogether, and how many each attendant has ended', async () => {
  const answers: Record<string, unknown> = {
    '/dashboard/ticketsDay': {
      data: [
        { data: '22/11/2026', horario: null, total: 2 },
        { data: '23/11/2026', horario: null, total: 5 },
      ],
      count: 7,
    },
    '/dashboard/ticketsUsers': { data: [{ nome: 'Rafael Lima', quantidade: 4 }] },
  };
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    path in answers ? Promise.resolve(answers[path]) : new Promise(() => undefined)) as never);
  const span = { initialDate: '2026-11-22', finalDate: '2026-11-23' };
  const parts = [
    <DaysChart key="days" pageSpan={span} queues={{}} isCompared={false} today="2026-11-23" onWiden={vi.fn()} />,
    <ByPanel key="by" asked={{ days: 2 }} queues={{}} pageSpan={span} />,
  ];
  renderSignedIn(parts);
  expect(await screen.findByText('7 no período')).toBeTruthy();
  const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows().slice(1)).toEqual(['dom, 22/11/20262', 'seg, 23/11/20265']);
  fireEvent.click(screen.getByRole('tab', { name: 'Atendente' }));
  expect(await screen.findByRole('row', { name: 'Rafael Lima 4' })).toBeTruthy();
});

it('shows the busiest hour of the week, and says when nobody has written yet', () => {
  const week = Array.from({ length: 7 }, (_day, day) =>
    Array.from({ length: 24 }, (_hour, hour) => (day === 0 && hour === 10 ? 9 : 1)),
  );
  const { unmount } = renderSignedIn(<HeatPanel query={loaded(week)} />);
  expect(screen.getByText('pico: segunda-feira, das 10h às 11h')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'segunda-feira, 10h às 11h: 9' })).toBeTruthy();
  unmount();
  renderSignedIn(<HeatPanel query={loaded(week.map((day) => day.map(() => 0)))} />);
  expect(screen.getByText('Aparece com as primeiras conversas')).toBeTruthy();
});

it('shares the whole among those who have it, four of them at first', () => {
  const rows = [92, 61, 38, 10, 0].map((value, key) => ({ key, name: `Fila ${key}`, value }));
  renderSignedIn(<ShareBars rows={rows} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fila 09246%',
    'Fila 16130%',
    'Fila 23819%',
    'Fila 3105%',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar todos os 5' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
});

// spec: S059
it('takes whoever waits for the one who accepts, once for a double click', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ id: 7, uuid: 'seven' } as never);
  const ticket: WaitingTicket = {
    id: 7,
    uuid: 'seven',
    name: 'Padaria Pão Quente',
    profilePicUrl: '',
    queueName: 'Logística',
    queueColor: '#9b4dca',
    connectionName: 'Loja Centro',
    since: '2026-11-23T21:00:00Z',
  };
  renderSignedIn(<WaitingList waiting={[ticket]} now={Date.parse('2026-11-23T22:24:30Z')} />);
  const row = screen.getByRole('listitem');
  expect(within(row).getByText('1 h 24 min').dataset.urgency).toBe('urgent');
  const button = within(row).getByRole('button', { name: 'Aceitar Padaria Pão Quente' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() =>
    expect(put).toHaveBeenCalledExactlyOnceWith('/tickets/{id}', {
      path: { id: 7 },
      body: { status: 'open', userId: 1 },
    }),
  );
});

it('says of how many tickets an attendant has as many, where the desk gives him some', () => {
  const one = { id: 4, name: 'Rafael Lima', online: true, open: 5, names: [] };
  const free = { ...one, id: 5, name: 'Marina Duarte', most: null };
  renderSignedIn(<HeldList attendants={[{ ...one, most: 6 }, free]} />);
  const [his, hers] = screen.getAllByRole('listitem');
  expect(his?.textContent).toContain('5 de 6');
  expect(his?.querySelectorAll('i[data-on]')).toHaveLength(5);
  expect(hers?.textContent).toContain('5 em conversa');
});

describe('who has as many tickets as the desk gives him', () => {
  const one = { id: 4, name: 'Rafael Lima', online: true, open: 6, most: 6, names: [] };
  const others = ['Ana', 'Bia', 'Caio'].map((name, place) => ({ ...one, id: 10 + place, name }));

  it('is named', () => {
    renderSignedIn(<LimitNotice attendants={[one, { ...one, id: 5, open: 5 }, { ...one, id: 6, most: null }]} />);
    screen.getByText('Rafael Lima está no limite de 6 atendimentos');
  });

  it('is named with others, up to three', () => {
    renderSignedIn(<LimitNotice attendants={[one, ...others]} />);
    screen.getByText('4 no limite de atendimentos: Rafael Lima, Ana, Bia e mais 1');
  });

  it('is nobody while there is room', () => {
    renderSignedIn(<LimitNotice attendants={[{ ...one, open: 5 }]} />);
    expect(screen.queryByText(/limite/)).toBeNull();
  });
});
