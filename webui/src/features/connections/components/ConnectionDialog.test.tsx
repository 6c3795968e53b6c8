import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
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

// spec: A009 A031 A137
it('asks for everything about a number', async () => {
  const queue = { id: 10, name: 'Vendas', color: '#189b76' };
  vi.spyOn(api, 'get').mockImplementation((path: string) => {
    if (path === '/queue') return Promise.resolve([queue]) as never;
    return new Promise(() => undefined) as never;
  });
  renderSignedIn(<ConnectionDialog connection={null} onMade={vi.fn()} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
  await screen.findByRole('dialog');
  const of = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' });
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
