import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { CompanyDetails, PlanDetails } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { toast } from '@/ui/toast';
import CompaniesTab from './CompaniesTab';

const wide = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => wide);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-23T15:00:00Z'));
  setZone('America/Sao_Paulo');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setZone(null);
});

const plan = { id: 2, name: 'Básico', users: 3, connections: 1, queues: 3, storageGb: 0, value: 99.9 } as PlanDetails;
const company = (id: number, day: string) =>
  ({
    id,
    name: `Empresa ${id}`,
    email: 'a@b.example',
    phone: '',
    planId: 2,
    plan,
    status: true,
    dueDate: `2026-11-${day}T12:00:00Z`,
    createdAt: '2025-03-14T12:00:00Z',
    recurrence: 'MENSAL',
    usage: { users: 2, connections: 0, queues: 3, storageBytes: 0 },
  }) as unknown as CompanyDetails;
const companies = [company(7, '21'), company(8, '26'), company(9, '28')];

async function show() {
  const standings = { all: 3, overdue: 0, due: 2, soon: 1, trial: 0, inactive: 0 };
  const page = { companies, count: 3, hasMore: false, standings };
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) => Promise.resolve(path === '/companies' ? page : [plan]) as never,
  );
  renderSignedIn(<CompaniesTab />, { user: makeUser({ id: 1, companyId: 99, profile: 'admin', super: true }) });
  await screen.findByRole('option', { name: 'Básico' });
  await screen.findByText('Empresa 7');
}
const row = (id: number) => screen.getByRole('button', { name: `Editar Empresa ${id}` });
const drawer = (id: number) => screen.findByRole('region', { name: `Empresa ${id}` });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const write = (value: string) => fireEvent.change(screen.getByLabelText('Nome'), { target: { value } });
const question = () => screen.findByRole('dialog', { name: 'Descartar as mudanças?' });

it('shows a company beside the table, with how it stands, and gives the focus back to its row', async () => {
  await show();
  fireEvent.click(row(7));
  const shown = within(await drawer(7));
  expect(document.activeElement).toBe(shown.getByRole('heading', { name: 'Empresa 7' }));
  expect(row(7).getAttribute('aria-expanded')).toBe('true');
  for (const words of ['Cliente desde 14/03/2025 · nº 7', 'Usuários: 2 de 3', 'Filas: 3 de 3', 'venceu há 2 dias']) {
    expect(shown.getByText(words), words).toBeTruthy();
  }
  expect(shown.getByText('Só leitura a partir de 25/11/2026')).toBeTruthy();
  expect(shown.getByLabelText<HTMLInputElement>('Valor').value).toMatch(/^R\$\s99,90$/);
  press('Escape');
  expect(screen.queryByRole('region', { name: 'Empresa 7' })).toBeNull();
  expect(document.activeElement).toBe(row(7));
});

it('walks the rows by the arrows, and what is open follows', async () => {
  await show();
  row(7).focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(row(8));
  expect(screen.queryByRole('region')).toBeNull();
  fireEvent.click(row(8));
  await drawer(8);
  row(8).focus();
  press('ArrowDown');
  await drawer(9);
  expect(document.activeElement).toBe(row(9));
  press('ArrowDown');
  expect(document.activeElement).toBe(row(9));
  // from the drawer's own head too, where the focus is after it was opened
  fireEvent.click(row(9));
  press('ArrowUp');
  const shown = await drawer(8);
  expect(document.activeElement).toBe(within(shown).getByRole('heading', { name: 'Empresa 8' }));
});

it('asks before it gives up what is written, and then goes where it was led', async () => {
  await show();
  fireEvent.click(row(7));
  await drawer(7);
  write('Empresa sete');
  row(7).focus();
  press('ArrowDown');
  fireEvent.click(within(await question()).getByRole('button', { name: 'Continuar editando' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Empresa sete');
  row(7).focus();
  press('ArrowDown');
  fireEvent.click(within(await question()).getByRole('button', { name: 'Descartar' }));
  await drawer(8);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(row(8)));
  press('Escape');
  expect(screen.queryByRole('region')).toBeNull();
});

// spec: A062
it('moves the due date in the open form as well, which is no change of it, and takes it back', async () => {
  await show();
  const moved = { ...company(7, '21'), dueDate: '2026-12-21T12:00:00Z' };
  vi.spyOn(api, 'post').mockResolvedValue(moved as never);
  const put = vi.spyOn(api, 'put').mockResolvedValue(company(7, '21') as never);
  const undoable = vi.spyOn(toast, 'undoable').mockReturnValue();
  // it leaves the list with its new date, as under a filter
  let listed = [...companies];
  vi.mocked(api.get).mockImplementation((path: string) => {
    const page = { companies: listed, count: 3, hasMore: false, standings: {} };
    return Promise.resolve(path === '/companies' ? page : [plan]) as never;
  });
  fireEvent.click(row(7));
  const shown = within(await drawer(7));
  listed = companies.slice(1);
  fireEvent.click(shown.getByText('+ Vencimento'));
  await waitFor(() => expect(undoable).toHaveBeenCalled());
  const [words, way] = undoable.mock.lastCall ?? [];
  expect(words).toBe('Vencimento de Empresa 7: 21/12/2026');
  const due = () => shown.getByLabelText<HTMLInputElement>('Vencimento', { exact: true }).value;
  await waitFor(() => expect(due()).toBe('21/12/2026'));
  way?.onClick();
  await waitFor(() =>
    expect(put.mock.lastCall).toEqual([
      '/companies/{id}',
      { path: { id: 7 }, body: { dueDate: '2026-11-21T12:00:00Z' } },
    ]),
  );
  await waitFor(() => expect(due()).toBe('21/11/2026'));
  press('Escape');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('region')).toBeNull();
});

// spec: A135
it('sends what was written 500 ms after the click', async () => {
  await show();
  const put = vi.spyOn(api, 'put').mockResolvedValue(company(7, '21') as never);
  fireEvent.click(row(7));
  const shown = within(await drawer(7));
  write('Empresa sete');
  vi.useFakeTimers();
  fireEvent.click(shown.getByRole('button', { name: 'Salvar' }));
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(put).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(put).toHaveBeenCalledExactlyOnceWith('/companies/{id}', expect.objectContaining({ path: { id: 7 } }));
});
