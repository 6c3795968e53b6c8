import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Connection } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { ConnectionDialog } from './ConnectionDialog';

afterEach(() => vi.restoreAllMocks());

const FIELDS = [
  'Nome',
  'Mensagem de saudação',
  'Mensagem de conclusão',
  'Mensagem fora do expediente',
  'Mensagem de avaliação',
  'Prompt de IA',
  'Integração',
  'Intervalo entre menus (minutos)',
  'Máximo de menus por atendimento',
  'Encerrar após (minutos)',
  'Mensagem de inatividade',
  'Fila de transferência',
  'Transferir após (minutos)',
  'Token',
];

async function show(connection: Connection | null) {
  const queue = { id: 10, name: 'Vendas', color: '#189b76' };
  vi.spyOn(api, 'get').mockImplementation((path: string) => {
    if (path === '/queue') return Promise.resolve([queue]) as never;
    return new Promise(() => undefined) as never;
  });
  renderSignedIn(<ConnectionDialog connection={connection} onMade={vi.fn()} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
  await screen.findByRole('dialog');
}
const of = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' });

// spec: A009 A031 A137
it('asks for everything about a number', async () => {
  await show(null);
  for (const label of FIELDS) expect(of(label), label).toBeTruthy();
  expect([of('Intervalo entre menus (minutos)').value, of('Máximo de menus por atendimento').value]).toEqual([
    '0',
    '3',
  ]);
  expect(screen.getByRole('switch', { name: 'Conexão padrão', hidden: true })).toBeTruthy();
  expect(await screen.findByLabelText('Vendas')).toBeTruthy();
  const providers = screen.getAllByRole<HTMLInputElement>('radio');
  expect(providers.find(({ checked }) => checked)?.value).toBe('beta');
});

// spec: A009 A031
it('shows each text and number of a stored one below its own name', async () => {
  const stored = {
    id: 7,
    name: 'Matriz',
    provider: 'beta',
    greetingMessage: 'Olá!',
    complationMessage: 'Obrigada!',
    outOfHoursMessage: 'Fechado.',
    ratingMessage: 'De 1 a 3?',
    expiresInactiveMessage: 'Encerrado.',
    expiresTicket: 120,
    timeUseBotQueues: 30,
    maxUseBotQueues: 5,
    timeToTransfer: 15,
    queues: [],
    cloud: null,
  } as unknown as Connection;
  await show(stored);
  const shown = {
    Nome: 'Matriz',
    'Mensagem de saudação': 'Olá!',
    'Mensagem de conclusão': 'Obrigada!',
    'Mensagem fora do expediente': 'Fechado.',
    'Mensagem de avaliação': 'De 1 a 3?',
    'Mensagem de inatividade': 'Encerrado.',
    'Encerrar após (minutos)': '120',
    'Intervalo entre menus (minutos)': '30',
    'Máximo de menus por atendimento': '5',
    'Transferir após (minutos)': '15',
  };
  const labels = Object.keys(shown);
  expect(Object.fromEntries(labels.map((label) => [label, of(label).value]))).toEqual(shown);
});
