import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Connection, SessionUser } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { ConnectionCard } from './ConnectionCard';
import { PairingSteps } from './PairingSteps';

afterEach(() => {
  vi.restoreAllMocks();
  setZone(null);
});

const base = {
  id: 7,
  name: 'Matriz',
  provider: 'beta',
  number: null,
  status: 'CONNECTED',
  isDefault: true,
  queues: [{ id: 10, name: 'Vendas', color: '#189b76' }],
  cloud: null,
  updatedAt: '2026-12-30T17:05:00Z',
  downSince: null,
  downToldAt: null,
  historyBrought: 0,
  statusReason: null,
  qrcode: '',
} as unknown as Connection;

function show(more: Partial<Connection>, profile: SessionUser['profile'] = 'admin') {
  setZone('America/Sao_Paulo');
  vi.spyOn(api, 'get').mockImplementation(() => new Promise(() => undefined));
  const nothing = () => undefined;
  const on = { onEdit: nothing, onDelete: nothing, onPair: nothing, onTest: nothing, onTemplates: nothing };
  renderSignedIn(<ConnectionCard connection={{ ...base, ...more }} health={undefined} {...on} />, {
    user: makeUser({ profile }),
  });
}
const TOOLS = ['Editar Matriz', 'Excluir Matriz'];
const session = () =>
  screen
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    .filter((name) => !TOOLS.includes(name ?? '') && !name?.startsWith('Mais ações'));

// spec: A053 A054 A055 A056 A057 A058
it.each([
  ['qrcode', 'Aguardando QR Code', ['QR Code']],
  ['DISCONNECTED', 'Desconectado', ['Tentar novamente', 'Novo QR Code']],
  ['CONNECTED', 'Conectado', []],
  ['PAIRING', 'Pareando', ['Desconectar']],
  ['TIMEOUT', 'Sem resposta', ['Desconectar']],
  ['OPENING', 'Abrindo', ['Conectando']],
] as const)('says of a number at %s that it is "%s", and has the buttons %s', (status, words, buttons) => {
  show({ status });
  expect(screen.getByText(words)).toBeTruthy();
  expect(session()).toEqual(buttons);
});

// spec: A058
it('has nothing to press while it connects, and a spinner', () => {
  show({ status: 'OPENING' });
  const button = screen.getByRole('button', { name: 'Conectando' });
  expect(button).toHaveProperty('disabled', true);
  // turning without an end
  expect(getComputedStyle(button.firstElementChild as HTMLElement).animation).toContain('infinite');
});

// spec: A009
it('shows the name, that it is the default one, its queues and when it last changed', () => {
  show({});
  expect(screen.getByRole('heading', { name: 'Matriz' })).toBeTruthy();
  for (const text of ['Padrão', 'Vendas']) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Atualizado 30/12/26 14:05')).toBeTruthy();
});

// spec: A009 A094 S084
it.each([
  ['admin', true],
  ['supervisor', false],
] as const)('lets a %s edit and delete a number: %s', (profile, may) => {
  show({ isDefault: false }, profile);
  for (const name of TOOLS) expect(screen.queryByRole('button', { name }) !== null).toBe(may);
  expect(screen.queryByText('Padrão')).toBeNull();
});

// spec: A009
it('explains pairing in four steps', () => {
  renderSignedIn(<PairingSteps />);
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toHaveLength(4);
  for (const [index, words] of [
    /Abra o WhatsApp/,
    /Mais opções.*Configurações/,
    /Dispositivos conectados/,
    /Aponte/,
  ].entries())
    expect(steps[index]).toMatch(words);
});
