import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession, signOut } from '@/state/session';
import { toast } from '@/ui/toast';
import LoginPage from './LoginPage';

const user = { id: 1, companyId: 3, super: false, company: { dueDate: '2999-01-01', campaignsEnabled: true } };
const demo = {
  company: 'Lojas Aurora',
  name: 'Marina',
  email: 'marina@aurora.example',
  password: 'Aurora123',
  profile: 'user',
};
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() =>
  server.use(http.get('/api/demo', () => HttpResponse.json({ error: 'ERR_NOT_FOUND' }, { status: 404 }))),
);
afterEach(() => {
  server.resetHandlers();
  signOut();
});
afterAll(() => server.close());

function fillIn(email: string, password: string) {
  render(<LoginPage />, { wrapper: MemoryRouter });
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: email } });
  fireEvent.change(screen.getByLabelText('Senha'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
}

const answer = (status: number, body: object) =>
  server.use(http.post('/api/auth/login', () => HttpResponse.json(body, { status })));

// spec: S022 S057 S070 S119
describe('the login page', () => {
  it('opens a session and keeps what the specification names', async () => {
    answer(200, { token: 'abc', user });
    fillIn(' marina@aurora.example ', 'Aurora123');
    await waitFor(() => expect(currentSession()?.token).toBe('abc'));
    expect(localStorage.getItem('token')).toBe('abc');
    expect(localStorage.getItem('companyId')).toBe('3');
    expect(localStorage.getItem('userId')).toBe('1');
    expect(localStorage.getItem('companyDueDate')).toBe('2999-01-01');
    expect(localStorage.getItem('cshow')).toBe('true');
    // and none of it once nobody is signed in
    signOut();
    for (const key of ['token', 'companyId', 'userId', 'companyDueDate', 'cshow']) {
      expect(localStorage.getItem(key), key).toBeNull();
    }
  });

  it('shows the text of a refusal', async () => {
    answer(401, { error: 'ERR_INVALID_CREDENTIALS', message: 'x', requestId: 'r' });
    fillIn('a@b.c', 'wrong');
    expect(await screen.findByText(/E-mail ou senha incorretos/)).toBeTruthy();
    expect(currentSession()).toBeNull();
  });

  // spec: S071
  it('lets in who owes, and warns him with the date', async () => {
    const warning = vi.spyOn(toast, 'warning').mockReturnValue();
    answer(200, { token: 'abc', user: { ...user, company: { dueDate: '2026-01-31' } } });
    fillIn('a@b.c', 'x');
    await waitFor(() => expect(currentSession()?.token).toBe('abc'));
    expect(warning).toHaveBeenCalledExactlyOnceWith(
      'Sua assinatura venceu em 31/01/2026. Entre em contato com o suporte para mais informações.',
    );
    warning.mockRestore();
  });

  // spec: S071 S133
  it.each([
    [0, 'Sua assinatura vence hoje.'],
    [1, 'Sua assinatura vence em 1 dia.'],
    [4, 'Sua assinatura vence em 4 dias.'],
    [5, null],
  ])('with %i days left warns %s', async (days, text) => {
    const warning = vi.spyOn(toast, 'warning').mockReturnValue();
    const end = new Date();
    end.setDate(end.getDate() + days);
    const dueDate = [end.getFullYear(), end.getMonth() + 1, end.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    answer(200, { token: 'abc', user: { ...user, company: { dueDate } } });
    fillIn('a@b.c', 'x');
    await waitFor(() => expect(currentSession()?.token).toBe('abc'));
    expect(warning.mock.calls).toEqual(text === null ? [] : [[text]]);
    warning.mockRestore();
  });

  it('asks for both fields before it asks the server', () => {
    fillIn('', '');
    expect(screen.getAllByText('Obrigatório')).toHaveLength(2);
  });

  it('says that the server cannot be reached', async () => {
    server.use(http.post('/api/auth/login', () => HttpResponse.error()));
    fillIn('a@b.c', 'x');
    expect(await screen.findByText(/Sem conexão com o servidor/)).toBeTruthy();
  });

  it('offers a demo’s log-ins and signs in with one click', async () => {
    server.use(http.get('/api/demo', () => HttpResponse.json({ logins: [demo] })));
    server.use(
      http.post('/api/auth/login', async ({ request }) => {
        const sent = (await request.json()) as { email: string; password: string };
        expect(sent).toEqual({ email: demo.email, password: demo.password });
        return HttpResponse.json({ token: 'demo', user });
      }),
    );
    render(<LoginPage />, { wrapper: MemoryRouter });
    fireEvent.click(await screen.findByRole('button', { name: /Marina/ }));
    await waitFor(() => expect(currentSession()?.token).toBe('demo'));
  });
});
