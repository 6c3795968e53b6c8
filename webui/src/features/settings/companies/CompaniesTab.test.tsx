import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { CompanyDetails, PlanDetails } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { color, palettes } from '@/styles/tokens';
import { toast } from '@/ui/toast';
import CompaniesTab from './CompaniesTab';
import { CompanyEditor } from './CompanyEditor';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
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
const company = (id: number, dueDate: string | null, recurrence = 'MENSAL') =>
  ({
    id,
    name: `Empresa ${id}`,
    email: 'a@b.example',
    phone: '',
    planId: 2,
    plan,
    status: true,
    dueDate,
    recurrence,
    usage: { users: 1, connections: 0, queues: 0, storageBytes: 0 },
  }) as unknown as CompanyDetails;
const at = (day: number) => `2026-11-${day}T12:00:00Z`;

function show(companies: readonly CompanyDetails[]) {
  const standings = { all: companies.length, overdue: 0, due: 0, soon: 0, trial: 0, inactive: 0 };
  const page = { companies, count: companies.length, hasMore: false, standings };
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) => Promise.resolve(path === '/companies' ? page : [plan]) as never,
  );
  renderSignedIn(<CompaniesTab />, { user: makeUser({ id: 1, companyId: 99, profile: 'admin', super: true }) });
}
const row = async (id: number) => (await screen.findByText(`Empresa ${id}`)).closest('tr') as HTMLElement;

/** Red has hardly any green, orange half of it, yellow most. */
const greenIn = (hex: string) => Number.parseInt(hex.slice(3, 5), 16) / Number.parseInt(hex.slice(1, 3), 16);

// spec: A061
it('colours the rows: yellow at 5 days, orange from 4 ahead to 3 overdue, red from the fourth', async () => {
  const days = [29, 28, 27, 20, 19];
  show(days.map((day) => company(day, at(day))));
  await row(29);
  const edges = await Promise.all(days.map(async (day) => (await row(day)).style.getPropertyValue('--edge')));
  expect(edges).toEqual(['', color.dueSoon, color.dueNow, color.dueNow, color.danger]);
  // the row itself is of the colour, where it has one
  const { classList } = await row(19);
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join();
  const fills = [...classList].map(
    (name) => new RegExp(`\\.${name}\\[data-due\\]\\{[^}]*background:[^}]*var\\(--edge\\)`),
  );
  expect(fills.some((fill) => fill.test(styles))).toBe(true);
  const marked = await Promise.all(days.map(async (day) => (await row(day)).dataset.due));
  expect(marked).toEqual([undefined, 'yellow', 'orange', 'orange', 'red']);
  for (const { dueSoon, dueNow, danger } of Object.values(palettes)) {
    expect(greenIn(dueSoon)).toBeGreaterThan(0.7);
    expect(greenIn(dueNow)).toBeGreaterThan(0.4);
    expect(greenIn(dueNow)).toBeLessThan(0.6);
    expect([danger.slice(1, 3) > danger.slice(3, 5), danger.slice(1, 3) > danger.slice(5, 7)]).toEqual([true, true]);
  }
});

// spec: A012 A062
it('offers the next due date by "+ Vencimento", and asks the server for it', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(company(7, '2027-02-20T12:00:00Z') as never);
  show([company(7, at(20), 'TRIMESTRAL')]);
  const renew = within(await row(7)).getByText('+ Vencimento');
  expect(renew.closest('button')?.getAttribute('aria-label')).toBe('Avançar o vencimento de Empresa 7 para 20/02/2027');
  fireEvent.click(renew);
  await waitFor(() => expect(post).toHaveBeenCalledWith('/companies/{id}/renew', { path: { id: 7 } }));
});

// spec: A102 A125 A131
it.each([
  ['goes', 'Operação realizada com sucesso!', true],
  ['stays', 'Não foi possível realizar a operação', false],
] as const)('says how a deletion ended: the company %s', async (_, words, isDone) => {
  const told = vi.spyOn(toast, isDone ? 'success' : 'error').mockReturnValue();
  const failure = new ApiError('ERR_INTERNAL', 500, '');
  const remove = vi
    .spyOn(api, 'delete')
    .mockImplementation(() => (isDone ? Promise.resolve(null as never) : Promise.reject(failure)));
  show([company(7, at(28))]);
  fireEvent.click(within(await row(7)).getByRole('button', { name: 'Excluir Empresa 7' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(told).toHaveBeenCalledWith(words));
  expect(remove.mock.calls).toEqual([['/companies/{id}', { path: { id: 7 } }]]);
});

// spec: A003 A012 A102
it('opens an empty form for a new company, and each company in its own', async () => {
  show([company(7, at(28)), company(8, at(29))]);
  await row(8);
  const name = () => screen.getByLabelText<HTMLInputElement>('Nome', { exact: true }).value;
  const add = screen.getByText('Nova empresa').closest('button') as HTMLElement;
  await waitFor(() => expect(add).toHaveProperty('disabled', false));
  fireEvent.click(add);
  await screen.findByRole('dialog', { name: 'Nova empresa' });
  expect(name()).toBe('');
  fireEvent.click(screen.getByText('Cancelar'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(within(await row(8)).getByRole('button', { name: 'Editar Empresa 8' }));
  await screen.findByRole('dialog', { name: 'Editar empresa' });
  expect(name()).toBe('Empresa 8');
});

/** What was submitted is drawn as busy in the next turn, and sent 500 ms later (A135). */
const untilSent = async () => {
  const save = screen.getByRole('button', { name: 'Salvar' });
  await act(() => new Promise((resolve) => void setTimeout(resolve)));
  expect(save.getAttribute('aria-busy')).toBeNull();
};

const BILLING = ['Nome na fatura', 'Endereço', 'Complemento', 'Cidade', 'Estado', 'CEP', 'País'];
const FIELDS = ['Nome', 'E-mail', 'Telefone', 'Plano', 'Recorrência', 'Vencimento', ...BILLING];

// spec: A012 A036 A080 A138
it('asks for e-mail and plan of a company, and lets nobody choose another recurrence than the monthly one', async () => {
  const calls = vi.spyOn(api, 'post');
  renderSignedIn(<CompanyEditor company={null} plans={[plan]} onClose={vi.fn()} />);
  const field = (label: string) => screen.getByLabelText(label, { exact: true });
  for (const label of FIELDS) expect(field(label), label).toBeTruthy();
  for (const name of [/^Ativa/, /^Campanhas/]) expect(screen.getByRole('switch', { name })).toBeTruthy();
  const options = within(field('Recorrência')).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ value }) => value)).toEqual(['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']);
  expect(options.filter(({ disabled }) => !disabled).map(({ text }) => text)).toEqual(['Mensal']);
  fireEvent.change(field('Nome'), { target: { value: 'Padaria' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  for (const label of ['E-mail', 'Plano']) {
    expect(field(label).getAttribute('aria-invalid'), label).toBe('true');
    const described = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => document.getElementById(id)?.textContent).join()).toContain('Obrigatório');
  }
  await untilSent();
  expect(calls).not.toHaveBeenCalled();
});

// spec: A080
it('asks for e-mail and plan of a company that is there already, too', async () => {
  const calls = vi.spyOn(api, 'put');
  renderSignedIn(<CompanyEditor company={company(7, at(28))} plans={[plan]} onClose={vi.fn()} />);
  const fields = ['E-mail', 'Plano'].map((label) => screen.getByLabelText(label, { exact: true }));
  for (const field of fields) fireEvent.change(field, { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  await untilSent();
  expect(calls).not.toHaveBeenCalled();
});

// spec: A012 A036 A102
it('shows of each company its e-mail, plan, price and due date, and which one is switched off', async () => {
  show([company(7, at(28)), { ...company(8, at(29)), status: false }]);
  const cells = within(await row(7));
  for (const words of ['a@b.example', 'Básico', /^R\$\s99,90$/, '28/11/2026'])
    expect(cells.getByText(words), String(words)).toBeTruthy();
  const off = await Promise.all([7, 8].map(async (id) => within(await row(id)).queryByText('Inativa') !== null));
  expect(off).toEqual([false, true]);
});

// spec: A102
it('asks for the companies that are searched, page by page', async () => {
  show([company(7, at(28))]);
  await row(7);
  const asked = () => vi.mocked(api.get).mock.calls.filter(([path]) => path === '/companies');
  const query = (searchParam: string) => [
    '/companies',
    expect.objectContaining({ query: { searchParam, pageNumber: 1 } }),
  ];
  expect(asked()).toEqual([query('')]);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'padaria' } });
  await waitFor(() => expect(asked().at(-1)).toEqual(query('padaria')));
});

// spec: A062 A125
it('says when the due date could not be moved', async () => {
  const told = vi.spyOn(toast, 'error').mockReturnValue();
  vi.spyOn(api, 'post').mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
  show([company(7, at(20))]);
  fireEvent.click(within(await row(7)).getByText('+ Vencimento'));
  await waitFor(() => expect(told.mock.calls).toEqual([['Não foi possível realizar a operação']]));
});
