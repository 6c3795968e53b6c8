import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { CompanyDetails, PlanDetails } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { toast } from '@/ui/toast';
import { CompanyEditor } from './CompanyEditor';

beforeEach(() => setZone('America/Sao_Paulo'));
afterEach(() => {
  vi.restoreAllMocks();
  setZone(null);
});

const plans = [
  { id: 2, name: 'Básico' },
  { id: 5, name: 'Ouro' },
] as PlanDetails[];
/** A company as the form writes it back. */
const written = {
  name: 'Padaria Estrela',
  email: 'contas@padaria.example',
  phone: '11 4002-8922',
  planId: 5,
  status: false,
  campaignsEnabled: false,
  recurrence: 'ANUAL',
  document: '12.345.678/0001-90',
  billingName: 'Padaria Estrela Ltda.',
  address: 'Rua das Flores, 10',
  address2: 'Sala 2',
  city: 'São Paulo',
  state: 'SP',
  zipcode: '01000-000',
  country: 'BR',
};
const dates = { dueDate: '2031-01-31T12:00:00Z', trialExpiration: '2031-01-03T12:00:00Z' };
const usage = { users: 1, connections: 1, queues: 0, storageBytes: 0 };
const company = { id: 7, ...written, ...dates, usage } as unknown as CompanyDetails;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true });
const isOn = (name: RegExp) => screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true';
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
async function show(known: CompanyDetails | null) {
  renderSignedIn(<CompanyEditor company={known} plans={plans} onClose={vi.fn()} />);
  await screen.findByRole('dialog');
}
const write = (label: string, value: string) => {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
};

const FIELDS = {
  Nome: 'Padaria Estrela',
  'E-mail': 'contas@padaria.example',
  Telefone: '11 4002-8922',
  Plano: '5',
  Recorrência: 'ANUAL',
  Vencimento: '31/01/2031',
  'Fim do teste': '03/01/2031',
  'Nome na fatura': 'Padaria Estrela Ltda.',
  'CNPJ ou CPF': '12.345.678/0001-90',
  Endereço: 'Rua das Flores, 10',
  Complemento: 'Sala 2',
  Cidade: 'São Paulo',
  Estado: 'SP',
  CEP: '01000-000',
  País: 'BR',
};

// spec: A012 A036 A102
it('shows each field of a company, and writes it back as it was', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(company as never);
  await show(company);
  const shown = Object.fromEntries(Object.keys(FIELDS).map((label) => [label, field(label).value]));
  expect(shown).toEqual(FIELDS);
  expect([isOn(/^Ativa/), isOn(/^Campanhas/)]).toEqual([false, false]);
  save();
  await waitFor(() => expect(put).toHaveBeenCalled());
  expect(put.mock.calls).toEqual([['/companies/{id}', { path: { id: 7 }, body: written }]]);
});

// spec: A138
it('leaves a company its yearly recurrence, and offers beside it the monthly one alone', async () => {
  await show(company);
  const options = within(field('Recorrência')).getAllByRole<HTMLOptionElement>('option');
  expect(options.filter(({ disabled }) => !disabled).map(({ text }) => text)).toEqual(['Mensal', 'Anual']);
});

// spec: A012 A036 A102 A131 A138
it('makes a company that pays every month, with every field that was written, and says so', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const post = vi.spyOn(api, 'post').mockResolvedValue(company as never);
  await show(null);
  expect(field('Recorrência').value).toBe('MENSAL');
  const { Recorrência: _, ...fields } = FIELDS;
  for (const [label, value] of Object.entries(fields)) write(label, value);
  for (const name of [/^Ativa/, /^Campanhas/]) fireEvent.click(screen.getByRole('switch', { name }));
  save();
  await waitFor(() => expect(post).toHaveBeenCalled());
  const body = { ...written, ...dates, recurrence: 'MENSAL' };
  expect(post.mock.calls).toEqual([['/companies', { body }]]);
  await waitFor(() => expect(said.mock.calls).toEqual([['Operação realizada com sucesso!']]));
});
