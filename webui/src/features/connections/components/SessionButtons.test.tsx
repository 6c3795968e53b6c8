import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { Connection, SessionUser } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import ConnectionsPage from '../ConnectionsPage';
import { PairingDialog } from './PairingDialog';
import { SessionButtons } from './SessionButtons';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const waiting = {
  id: 7,
  name: 'Matriz',
  provider: 'beta',
  status: 'qrcode',
  qrcode: '2@um',
  qrcodeExpiresAt: null,
  pairingCode: '',
  number: null,
  accountName: null,
  statusReason: null,
  historyDays: 0,
};
const connection = (more: Partial<Connection>) => ({ ...waiting, ...more }) as Connection;
const admin = { user: makeUser({ profile: 'admin' }) };
const never = () => new Promise(() => undefined) as never;

// spec: A054 A055 A057 A099
it.each([
  ['DISCONNECTED', 'Tentar novamente', 'post', []],
  ['DISCONNECTED', 'Novo QR Code', 'put', [[7, true]]],
  ['PAIRING', 'Desconectar', 'delete', []],
  ['TIMEOUT', 'Desconectar', 'delete', []],
  ['qrcode', 'QR Code', null, [[7, false]]],
] as const)(
  'at %s the button "%s" asks the server by %s, and shows the code: %s',
  async (status, name, method, shown) => {
    vi.spyOn(api, 'get').mockImplementation(never);
    const calls = (['post', 'put', 'delete'] as const).map(
      (each) => [each, vi.spyOn(api, each).mockResolvedValue({ message: 'ok' } as never)] as const,
    );
    const onPair = vi.fn();
    renderSignedIn(<SessionButtons connection={connection({ status })} onPair={onPair} onTest={vi.fn()} />, admin);
    fireEvent.click(screen.getByRole('button', { name }));
    const wanted = [['/whatsappsession/{id}', { path: { id: 7 } }]];
    for (const [each, call] of calls)
      await waitFor(() => expect(call.mock.calls, each).toEqual(each === method ? wanted : []));
    await waitFor(() => expect(onPair.mock.calls).toEqual(shown));
  },
);

// spec: A009 A059 A140
it('draws the newest code at 256 px, and closes once there is none any more', async () => {
  vi.spyOn(api, 'get').mockImplementation(never);
  const onClose = vi.fn();
  let tell: (news: Connection) => void = vi.fn();
  function Told() {
    const [known, setKnown] = useState(connection({}));
    tell = setKnown;
    return <PairingDialog connection={known} isFresh={false} onClose={onClose} />;
  }
  renderSignedIn(<Told />, admin);
  const code = () => screen.getByRole('img', { name: /^Leia o QR Code/ });
  const drawn = () => code().querySelector('path')?.getAttribute('d');
  await screen.findByRole('img', { name: /^Leia o QR Code/ });
  vi.useFakeTimers();
  const first = drawn();
  expect(first).toBeTruthy();
  expect([getComputedStyle(code()).width, getComputedStyle(code()).height]).toEqual(['256px', '256px']);
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  act(() => tell(connection({ qrcode: '2@dois' })));
  expect(drawn()).not.toBe(first);
  vi.advanceTimersByTime(60_000);
  expect(onClose).not.toHaveBeenCalled();
  act(() => tell(connection({ status: 'CONNECTED', qrcode: '' })));
  expect(screen.queryByRole('img', { name: /^Leia o QR Code/ })).toBeNull();
  vi.advanceTimersByTime(2000);
  expect(onClose).toHaveBeenCalledOnce();
});

// spec: A059
it.each(['DISCONNECTED', 'TIMEOUT'] as const)('closes without a code when it could be read why: %s', (status) => {
  vi.spyOn(api, 'get').mockImplementation(never);
  vi.useFakeTimers();
  const onClose = vi.fn();
  const over = connection({ status, qrcode: '' });
  renderSignedIn(<PairingDialog connection={over} isFresh={false} onClose={onClose} />, admin);
  vi.advanceTimersByTime(7999);
  expect(onClose).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onClose).toHaveBeenCalledOnce();
});

// spec: A059
it('does not take what was before for what became of a session that was just asked for', () => {
  vi.spyOn(api, 'get').mockImplementation(never);
  vi.useFakeTimers();
  const onClose = vi.fn();
  const before = connection({ status: 'DISCONNECTED', qrcode: '' });
  renderSignedIn(<PairingDialog connection={before} isFresh onClose={onClose} />, admin);
  expect(screen.getByRole('status').textContent).toBe('Pedindo o código ao WhatsApp…');
  vi.advanceTimersByTime(60_000);
  expect(onClose).not.toHaveBeenCalled();
});

// spec: A094
it.each([
  ['admin', ['Tentar novamente', 'Novo QR Code']],
  ['supervisor', ['Tentar novamente']],
  ['user', []],
] as const)('has for a %s beside a number that is down: %s', (profile: SessionUser['profile'], names) => {
  vi.spyOn(api, 'get').mockImplementation(never);
  const down = connection({ status: 'DISCONNECTED' });
  renderSignedIn(<SessionButtons connection={down} onPair={vi.fn()} onTest={vi.fn()} />, {
    user: makeUser({ profile }),
  });
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(names);
});

// spec: A094
it.each([
  ['admin', true],
  ['supervisor', false],
] as const)('lets a %s add a number: %s', async (profile: SessionUser['profile'], may) => {
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    path === '/whatsapp' ? Promise.resolve([]) : never()) as never);
  renderSignedIn(<ConnectionsPage />, { user: makeUser({ profile }) });
  await screen.findByText('Nenhuma conexão ainda');
  expect(screen.queryAllByRole('button', { name: 'Nova conexão' }).length > 0).toBe(may);
});

// spec: A122 A134
it.each([
  ['Tentar novamente', 'post'],
  ['Novo QR Code', 'put'],
] as const)('says why "%s" was refused', async (name, method) => {
  vi.spyOn(api, 'get').mockImplementation(never);
  vi.spyOn(api, method).mockRejectedValue(new ApiError('ERR_NO_WAPP_FOUND', 404, ''));
  const told = vi.spyOn(toast, 'error').mockReturnValue();
  const down = connection({ status: 'DISCONNECTED' });
  renderSignedIn(<SessionButtons connection={down} onPair={vi.fn()} onTest={vi.fn()} />, admin);
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(told.mock.calls).toEqual([[expect.stringMatching(/^Conexão não encontrada/)]]));
});
