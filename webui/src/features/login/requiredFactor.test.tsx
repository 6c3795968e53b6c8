import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentSession, signOut } from '@/state/session';
import LoginPage from './LoginPage';

const user = { id: 1, companyId: 3, super: false, company: { dueDate: '2999-01-01', campaignsEnabled: true } };
const codes = ['aaaa-bbbb-cccc-dddd'];
const wishOf = (challenge: string, place = location.hostname) => ({
  challenge,
  rp: { id: place, name: place },
  user: { id: 'AAAA', name: 'marina@aurora.example', displayName: 'Marina' },
  excludeCredentials: [],
});
const setup = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH', proof: 'sealed' };

class Credential {
  readonly response = {
    clientDataJSON: new Uint8Array([1]).buffer,
    attestationObject: new Uint8Array([2]).buffer,
    getTransports: () => ['internal'],
  };
}

interface Sent {
  code?: string;
  proof?: string;
  newPasskey?: { name: string; passkey: unknown };
}

const sent: Sent[] = [];
const server = setupServer();
const create = vi.fn();

/** Refusals in their order; then it lets in with codes on paper. */
function refuse(...refusals: { status: number; body: object }[]) {
  server.use(
    http.post('*/api/auth/login', async ({ request }) => {
      const { code, proof, newPasskey } = (await request.json()) as Sent;
      sent.push({ ...(code && { code }), ...(proof && { proof }), ...(newPasskey && { newPasskey }) });
      const next = refusals.shift();
      return next
        ? HttpResponse.json(next.body, { status: next.status })
        : HttpResponse.json({ token: 'abc', user, recoveryCodes: codes });
    }),
  );
}

const required = (newPasskey: unknown) => ({
  status: 403,
  body: { error: 'ERR_SECOND_FACTOR_SETUP', message: 'x', setup, newPasskey },
});

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  server.use(http.get('*/api/demo', () => HttpResponse.json({ error: 'ERR_NOT_FOUND' }, { status: 404 })));
  sent.length = 0;
  create.mockReset();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', Credential);
  Object.defineProperty(navigator, 'credentials', { value: { create }, configurable: true });
});
afterEach(() => {
  server.resetHandlers();
  vi.unstubAllGlobals();
  signOut();
});
afterAll(() => server.close());

function logIn() {
  render(<LoginPage />, { wrapper: MemoryRouter });
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'marina@aurora.example' } });
  fireEvent.change(screen.getByLabelText('Senha'), { target: { value: 'Aurora123' } });
  fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
}

async function choosePasskey(name: string) {
  fireEvent.click(await screen.findByRole('tab', { name: 'Chave de acesso' }));
  fireEvent.change(screen.getByLabelText('Nome'), { target: { value: name } });
  fireEvent.click(screen.getByRole('button', { name: 'Criar chave e entrar' }));
}

describe('a log-in that must set up a second factor', () => {
  it('takes a passkey in the place of the app, and shows the codes on paper first', async () => {
    create.mockResolvedValue(new Credential());
    refuse(required(wishOf('AAAA')));
    logIn();
    await choosePasskey(' Notebook ');
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
    expect(currentSession()).toBeNull();
    const passkey = { clientData: 'AQ', attestation: 'Ag', transports: ['internal'] };
    expect(sent).toEqual([{}, { newPasskey: { name: 'Notebook', passkey } }]);
    fireEvent.click(screen.getByRole('button', { name: 'Já guardei, entrar' }));
    await waitFor(() => expect(currentSession()?.token).toBe('abc'));
  });

  it('asks for a name before the browser asks for anything', async () => {
    refuse(required(wishOf('AAAA')));
    logIn();
    await choosePasskey('N');
    expect(screen.getByText('Use de 2 a 50 letras.')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
  });

  it('asks anew with what a refusal brings, and with the same after the question was closed', async () => {
    create.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'));
    create.mockResolvedValue(new Credential());
    const invalid = { error: 'ERR_PASSKEY_INVALID', message: 'x', newPasskey: wishOf('BBBB') };
    refuse(required(wishOf('AAAA')), { status: 400, body: invalid });
    logIn();
    await choosePasskey('Notebook');
    const again = () => fireEvent.click(screen.getByRole('button', { name: 'Criar chave e entrar' }));
    await screen.findByRole('alert');
    expect(sent).toHaveLength(1);
    again();
    await waitFor(() => expect(sent).toHaveLength(2));
    await screen.findByRole('alert');
    again();
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
    const asked = create.mock.calls.flat() as { publicKey: { challenge: Uint8Array } }[];
    const challenges = asked.map(({ publicKey }) => [...publicKey.challenge]);
    expect(challenges).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [4, 16, 65],
    ]);
  });

  it('keeps the app for who wants it, and its code', async () => {
    refuse(required(wishOf('AAAA')), {
      status: 400,
      body: { error: 'ERR_SECOND_FACTOR_INVALID', message: 'x' },
    });
    logIn();
    fireEvent.change(await screen.findByLabelText('Código de verificação'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText('O código não confere. Use o mais recente.')).toBeTruthy();
    // the same is still offered: nothing of it was used
    expect(screen.getByRole('tab', { name: 'Chave de acesso' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
    expect(sent.slice(1)).toEqual([
      { code: '123456', proof: 'sealed' },
      { code: '123456', proof: 'sealed' },
    ]);
  });

  it.each([
    ['at an address that has none', null],
    ['that are good for another name', wishOf('AAAA', 'outra.example')],
  ])('offers no passkeys %s', async (_, wish) => {
    refuse(required(wish));
    logIn();
    expect(await screen.findByRole('img', { name: 'Código QR do segundo fator' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });
});
