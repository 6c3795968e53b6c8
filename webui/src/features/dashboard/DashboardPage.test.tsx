import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { ByPanel } from './components/ByPanel';
import { DaysChart } from './components/DaysChart';
import DashboardPage from './DashboardPage';
import type { ChartSpan } from './model';

// Some eighty days to choose from take seconds to be laid out here, and nothing of this is chosen there.
vi.mock('./components/RangeCalendar', () => ({ RangeCalendar: () => null }));

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => vi.stubGlobal('matchMedia', () => wide));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DAYS = '/dashboard/ticketsDay';
const USERS = '/dashboard/ticketsUsers';
const CHARTS = { [DAYS]: 'Conversas por dia', [USERS]: 'Conversas por atendente' };

const counters = { supportHappening: 1, supportPending: 0, supportFinished: 0, leads: 0 };
const ANSWERS: Record<string, unknown> = {
  [DAYS]: { data: [], count: 0 },
  [USERS]: { data: [] },
  '/dashboard': { counters: { ...counters, avgSupportTime: 0, avgWaitTime: 0 }, attendants: [] },
};

function serve() {
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) =>
      path in ANSWERS ? Promise.resolve(ANSWERS[path]) : new Promise(() => undefined)) as never);
  return (of: string) =>
    get.mock.calls.filter(([path]) => path === of).map(([, options]) => (options as { query: object }).query);
}

// by their text: the roles of a page with two calendars take a second to be read
const press = (text: string | RegExp) => fireEvent.click(screen.getByText(text));
const write = async (label: string, value: string) => {
  const field = await screen.findByLabelText(label, { selector: 'input' });
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};

describe('the dates of a chart', () => {
  const page = { initialDate: '2026-11-17', finalDate: '2026-11-23' };
  const own = { initialDate: '2026-10-01', finalDate: '2026-10-31' };

  const charts = (pageSpan: ChartSpan) => [
    <DaysChart key="days" pageSpan={pageSpan} queues={{}} isCompared={false} today="2026-11-23" onWiden={vi.fn()} />,
    <ByPanel key="by" asked={{ days: 7 }} queues={{}} pageSpan={pageSpan} />,
  ];

  async function choose(title: string) {
    fireEvent.click(button(title));
    await write('Data inicial', '01/10/2026');
    await write('Data final', '31/10/2026');
    press('Filtrar');
    await waitFor(() => expect(screen.queryByText('Filtrar')).toBeNull());
  }
  const button = (title: string) => screen.getByLabelText(new RegExp(`^Datas de ${title}: `));
  const datesOf = (title: string) => button(title).getAttribute('aria-label');

  // spec: S027
  it.each([
    [DAYS, USERS],
    [USERS, DAYS],
  ] as const)('of %s are its own, and leave those of %s alone', async (chosen, other) => {
    const asked = serve();
    renderSignedIn(charts(page));
    press('Atendente');
    await waitFor(() => expect([asked(DAYS).length, asked(USERS).length]).toEqual([1, 1]));
    await choose(CHARTS[chosen]);
    const query = { companyId: 1 };
    await waitFor(() =>
      expect(asked(chosen)).toEqual([
        { ...page, ...query },
        { ...own, ...query },
      ]),
    );
    expect(asked(other)).toEqual([{ ...page, ...query }]);
    expect(datesOf(CHARTS[chosen])).toBe(`Datas de ${CHARTS[chosen]}: 01/10/2026 – 31/10/2026`);
    expect(datesOf(CHARTS[other])).toBe(`Datas de ${CHARTS[other]}: 17/11/2026 – 23/11/2026`);
  });
});

const Address = () => <output>{useLocation().search}</output>;

// spec: S078 S131
it.each(['Filtro por período', 'Filtro por data'])(
  'asks for nothing and says so when the "%s" has no parameters',
  async (type) => {
    serve();
    const told = vi.spyOn(toast, 'error').mockReturnValue();
    renderSignedIn([<DashboardPage key="page" />, <Address key="address" />], {
      user: makeUser({ profile: 'admin' }),
      path: '/?dias=7',
    });
    // while the figures are on their way there is nothing to filter
    await screen.findByText('Em Conversa');
    press('Últimos 7 dias');
    const choose = async (label: string, name: string) => {
      const list = await screen.findByLabelText<HTMLSelectElement>(label, { selector: 'select' });
      const value = [...list.options].find(({ text }) => text === name)?.value;
      fireEvent.change(list, { target: { value } });
    };
    await choose('Tipo de filtro', type);
    if (type === 'Filtro por período') await choose('Período', 'Nenhum selecionado');
    else {
      await write('Data inicial', '');
      await write('Data final', '');
    }
    const asked = vi.mocked(api.get).mock.calls.length;
    press('Filtrar');
    expect(told.mock.calls).toEqual([['Parametrize o filtro']]);
    // the form stays, to be filled in
    expect(screen.getByText('Filtrar')).toBeTruthy();
    expect(document.querySelector('output')?.textContent).toBe('?dias=7');
    expect(vi.mocked(api.get).mock.calls).toHaveLength(asked);
  },
);
