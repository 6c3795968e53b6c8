import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, api } from '@/api/client';
import type { OfferedPlan } from '@/api/types';
import { toast } from '@/ui/toast';
import SignupPage from './SignupPage';

const plan = (id: number, name: string) =>
  ({ id, name, users: 5, connections: 2, queues: 3, value: 149.9 }) as unknown as OfferedPlan;

function Place() {
  return <output>{useLocation().pathname}</output>;
}

async function show() {
  render(
    <MemoryRouter initialEntries={['/signup']}>
      <SignupPage />
      <Place />
    </MemoryRouter>,
  );
  await screen.findByText('Básico');
}

const LABELS = { 'Nome da empresa': 'Padaria', 'E-mail': 'ana@padaria.example', Senha: 'Pao12345' };

function fill() {
  for (const [label, value] of Object.entries(LABELS)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.change(screen.getByLabelText(/^Telefone/), { target: { value: '11988887777' } });
  fireEvent.click(screen.getByRole('radio', { name: /Completo/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
}

beforeEach(() => {
  vi.spyOn(api, 'get').mockResolvedValue([plan(1, 'Básico'), plan(2, 'Completo')] as never);
});
afterEach(() => vi.restoreAllMocks());

// spec: S023 S054 S076 A140
it('asks for company, e-mail, phone, password and one of the plans, each with what it allows and costs', async () => {
  await show();
  for (const label of Object.keys(LABELS)) expect(screen.getByLabelText(label), label).toBeTruthy();
  expect(screen.getByLabelText(/^Telefone/).getAttribute('placeholder')).toBe('(99) 99999-9999');
  const plans = screen.getAllByRole('radio').map((each) => each.closest('label')?.textContent);
  expect(plans).toHaveLength(2);
  for (const words of [/^Básico/, /R\$\s149,90/, /5 usuários/, /2 conexões/, /3 filas/])
    expect(plans[0]).toMatch(words);
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login');
  expect(vi.mocked(api.get).mock.calls[0]?.[0]).toBe('/plans/list');
});

// spec: S056 S112 S131 S141
it('sends what was typed, says that it is done, and leads to the log-in', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  await show();
  fill();
  await vi.waitFor(() => expect(document.querySelector('output')?.textContent).toBe('/login'));
  const sent = { name: 'Padaria', email: 'ana@padaria.example', phone: '11988887777', password: 'Pao12345', planId: 2 };
  expect(post.mock.calls[0]?.[0]).toBe('/companies/cadastro');
  const fixed = { recurrence: 'MENSAL', status: 't', campaignsEnabled: true };
  const dueDate = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) as string;
  expect(post.mock.calls[0]?.[1]).toStrictEqual({ isSigned: false, body: { ...sent, ...fixed, dueDate } });
  expect(said).toHaveBeenCalledExactlyOnceWith('Cadastro realizado com sucesso! Entre com seu e-mail e senha.');
});

// spec: S131
it('says so when that fails, and stays', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  vi.spyOn(api, 'post').mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
  await show();
  fill();
  expect(await screen.findByText(/^error creating user, check data/)).toBeTruthy();
  expect(document.querySelector('output')?.textContent).toBe('/signup');
  expect(said).not.toHaveBeenCalled();
});

// spec: S076
it('asks for every field but the phone', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({} as never);
  await show();
  fireEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
  expect(await screen.findAllByText('Required')).toHaveLength(4);
  expect(post).not.toHaveBeenCalled();
});

// spec: S023 S076
it.each([
  ['11988887777', '(11) 98888-7777'],
  ['119888877776', '(11) 98888-7777'],
])('writes the phone as it is read, and takes no more than 11 digits: %s', async (typed, shown) => {
  await show();
  const field = screen.getByLabelText<HTMLInputElement>(/^Telefone/);
  fireEvent.change(field, { target: { value: typed } });
  expect(field.value).toBe(shown);
});
