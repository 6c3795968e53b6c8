import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { toast } from '@/ui/toast';
import ForgotPage from './ForgotPage';

const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function open() {
  render(
    <MemoryRouter initialEntries={['/forgetpsw']}>
      <Routes>
        <Route path="/forgetpsw" element={<ForgotPage />} />
        <Route path="/login" element={<p>Página de entrada</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

// spec: A030 A073 A088 A131 A147
it('asks for the e-mail, then for code, password and confirmation, and leads to the log-in', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const asked: unknown[] = [];
  server.use(
    http.post('/api/forgetpassword/:email', ({ params }) => {
      asked.push(params.email);
      return HttpResponse.json({ message: 'Mail sent.' });
    }),
    http.post('/api/resetpasswords', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ message: 'Password changed.' });
    }),
  );
  open();
  write('E-mail', 'ana@');
  press('Enviar código');
  expect(await screen.findByText('Invalid email')).toBeTruthy();
  expect(screen.queryByLabelText('Código')).toBeNull();
  write('E-mail', 'ana@padaria.example');
  press('Enviar código');
  await screen.findByLabelText('Código');
  expect(said).toHaveBeenLastCalledWith('Email enviado com sucesso!');

  write('Código', 'ABCD');
  write('Nova senha', 'Abcdefg1');
  write('Confirme a nova senha', 'Abcdefg2');
  press('Mudar a senha');
  expect(await screen.findByText('As senhas não correspondem')).toBeTruthy();
  expect(asked).toEqual(['ana@padaria.example']);
  write('Confirme a nova senha', 'Abcdefg1');
  press('Mudar a senha');
  await screen.findByText('Página de entrada');
  expect(asked[1]).toEqual({ email: 'ana@padaria.example', token: 'ABCD', newPassword: 'Abcdefg1' });
  expect(said).toHaveBeenLastCalledWith('Senha redefinida com sucesso.');
});

// spec: A119 A128
it('says that nobody has the e-mail when the body says so, whatever the status of the answer', async () => {
  for (const status of [404, 400, 200]) {
    server.use(
      http.post('/api/forgetpassword/:email', () =>
        HttpResponse.json({ error: 'ERR_NO_USER_FOUND', message: '', requestId: 'r', status: 404 }, { status }),
      ),
    );
    open();
    write('E-mail', 'ninguem@padaria.example');
    press('Enviar código');
    await waitFor(() => expect(screen.getByText('Email não encontrado')).toBeTruthy());
    expect(screen.queryByLabelText('Código')).toBeNull();
    cleanup();
  }
});

// spec: A088
it('does not take a new password without an upper case letter', async () => {
  const sent = vi.fn(() => HttpResponse.json({ message: 'Password changed.' }));
  server.use(
    http.post('/api/forgetpassword/:email', () => HttpResponse.json({ message: 'Mail sent.' })),
    http.post('/api/resetpasswords', sent),
  );
  open();
  write('E-mail', 'ana@padaria.example');
  press('Enviar código');
  await screen.findByLabelText('Código');
  const field = screen.getByLabelText('Nova senha');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  write('Código', 'ABCD');
  write('Nova senha', 'abcdefg1');
  write('Confirme a nova senha', 'abcdefg1');
  press('Mudar a senha');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  const words = 'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.';
  expect(screen.getByText(words)).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});
