import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeUser } from '@/dev/signedIn';
import LoginPage from '@/features/login/LoginPage';
import { signOut, useSession } from '@/state/session';
import { TopBar } from './TopBar';

beforeEach(() => {
  signOut();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The log-in, and the bar of the pages behind it. */
const Desk = () => (useSession() ? <TopBar /> : <LoginPage />);

function logIn() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Desk />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'marina@aurora.example' } });
  fireEvent.change(screen.getByLabelText('Senha'), { target: { value: 'Aurora123' } });
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
}

// spec: S022 S131 A135
it('says after a log-in that it was successful, and greets three seconds later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(api, 'post').mockResolvedValue({ token: 'abc', user: makeUser() } as never);
  logIn();
  // without an interval, by which the clock would go on: what judges the subscription is still on its way
  await vi.waitFor(() => screen.getByText('login successful'), { interval: 0, timeout: 10_000 });
  expect(screen.getByText('login successful').getAttribute('aria-live')).toBe('polite');
  await act(() => vi.advanceTimersByTimeAsync(2999));
  expect(screen.getByText('login successful')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.queryByText('login successful')).toBeNull();
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Olá Marina, boas-vindas à Aurora');
});

// spec: S131
it('says nothing of the kind after a log-in that was refused', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiError('ERR_INVALID_CREDENTIALS', 401, ''));
  logIn();
  await waitFor(() => expect(screen.getByText(/E-mail ou senha incorretos/)).toBeTruthy());
  expect(screen.queryByText('login successful')).toBeNull();
});
