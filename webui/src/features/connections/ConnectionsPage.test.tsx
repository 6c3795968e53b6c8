import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { Connection } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import ConnectionsPage from './ConnectionsPage';

afterEach(() => vi.restoreAllMocks());

const queue = (id: number, name: string) => ({ id, name, color: '#189b76' });
const stored = {
  id: 7,
  name: 'Matriz',
  provider: 'beta',
  status: 'DISCONNECTED',
  isDefault: true,
  queues: [queue(10, 'Vendas')],
  greetingMessage: 'Olá!',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresInactiveMessage: '',
  expiresTicket: 0,
  timeUseBotQueues: 0,
  maxUseBotQueues: 3,
  timeToTransfer: 15,
  transferQueueId: 11,
  promptId: 6,
  integrationId: 8,
  cloud: null,
  number: null,
  updatedAt: '2026-12-30T17:05:00Z',
  downSince: null,
  downToldAt: null,
  historyBrought: 0,
  historyDays: 0,
  qrcode: '',
  qrcodeExpiresAt: null,
  pairingCode: '',
  accountName: null,
  statusReason: null,
} as unknown as Connection;

async function show(connections: readonly Connection[] = [stored]) {
  const page = { count: 2, hasMore: false };
  const answers: Record<string, unknown> = {
    '/whatsapp': connections,
    '/whatsapp/health': [],
    '/queue': [queue(10, 'Vendas'), queue(11, 'Suporte')],
    '/prompt': { prompts: [6, 9].map((id) => ({ id, name: `IA ${id}` })), ...page },
    '/queueIntegration': { queueIntegrations: [8, 12].map((id) => ({ id, name: `Fluxo ${id}` })), uses: [], ...page },
  };
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) =>
      path in answers ? Promise.resolve(answers[path]) : new Promise(() => undefined)) as never);
  renderSignedIn(<ConnectionsPage />, { user: makeUser({ profile: 'admin' }), path: '/connections' });
  await screen.findByRole('heading', { level: 2, name: 'Matriz' });
  return { get, answers };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' });
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const CHOICES = ['Fila de transferência', 'Prompt de IA', 'Integração'];

// spec: A009 A031 A099
it('opens a number with its queues, prompt and transfer, and sends each that was chosen anew', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(stored as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const { get } = await show();
  expect(get).toHaveBeenCalledWith('/whatsapp', expect.objectContaining({ query: { session: 0 } }));
  press('Editar Matriz');
  await screen.findByRole('dialog');
  await waitFor(() => expect(CHOICES.map((label) => field(label).value)).toEqual(['11', '6', '8']));
  const queues = () => ['Vendas', 'Suporte'].map((name) => field(name).checked);
  expect([field('Nome').value, ...queues()]).toEqual(['Matriz', true, false]);
  fireEvent.click(field('Suporte'));
  const isDefault = screen.getByRole('switch', { name: 'Conexão padrão' });
  expect(isDefault.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(isDefault);
  CHOICES.forEach((label, at) => write(label, ['10', '9', '12'][at] ?? ''));
  press('Salvar');
  const body = { isDefault: false, queueIds: [10, 11], transferQueueId: 10, promptId: 9, integrationId: 12 };
  await waitFor(() => expect(put.mock.calls).toMatchObject([['/whatsapp/{id}', { path: { id: 7 }, body }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([['Conexão salva com sucesso!']]));
});

// spec: A076
it('says below a field what is wrong, and shows the group in which that is', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(stored as never);
  await show([{ ...stored, queues: [queue(10, 'Vendas'), queue(11, 'Suporte')] } as Connection]);
  press('Editar Matriz');
  await screen.findByRole('dialog');
  for (const [name, words] of [
    ['', 'Required'],
    ['x', 'Too Short!'],
    ['x'.repeat(51), 'Too Long!'],
  ] as const) {
    write('Nome', name);
    press('Salvar');
    // one after the other, in the same field
    // eslint-disable-next-line no-await-in-loop
    expect(await screen.findByText(words)).toBeTruthy();
  }
  write('Nome', 'Matriz');
  write('Mensagem de saudação', ' ');
  press('Salvar');
  expect(await screen.findByText('A mensagem de saudação é obrigatória quando há mais de uma fila.')).toBeTruthy();
  expect(field('Mensagem de saudação').closest('section')?.hidden).toBe(false);
  expect(put).not.toHaveBeenCalled();
});

// spec: A009 A099
it('makes a number, and shows at once where its code will stand', async () => {
  const made = { ...stored, id: 9, name: 'Filial', status: 'qrcode' } as Connection;
  const post = vi.spyOn(api, 'post').mockResolvedValue(made as never);
  const { answers } = await show();
  press('Nova conexão');
  await screen.findByRole('dialog');
  expect(field('Nome').value).toBe('');
  write('Nome', 'Filial');
  answers['/whatsapp'] = [stored, made];
  press('Salvar');
  const body = { name: 'Filial', provider: 'beta', isDefault: false, maxUseBotQueues: 3 };
  await waitFor(() => expect(post.mock.calls).toMatchObject([['/whatsapp', { body }]]));
  const pairing = await screen.findByRole('dialog', { name: /^Leia o QR Code/ });
  expect(within(pairing).getByText(/Filial/)).toBeTruthy();
});

// spec: A009 A054
it('shows the code of a number that waits for its phone', async () => {
  await show([{ ...stored, status: 'qrcode', qrcode: '2@um' } as Connection]);
  press('QR Code');
  const pairing = within(await screen.findByRole('dialog', { name: /^Leia o QR Code/ }));
  expect(await pairing.findByRole('img', { name: /^Leia o QR Code/ })).toBeTruthy();
});

// spec: A009 A099
it('deletes a number after a question, and says so', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show();
  press('Excluir Matriz');
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText('Excluir a conexão Matriz?')).toBeTruthy();
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([['/whatsapp/{id}', { path: { id: 7 } }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([['Conexão excluída com sucesso!']]));
});

// spec: A122 A134
it('says why a number is not deleted', async () => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_NO_OTHER_WHATSAPP', 400, ''));
  const told = vi.spyOn(toast, 'error').mockReturnValue();
  await show();
  press('Excluir Matriz');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(told.mock.calls).toEqual([['Deve haver pelo menos um WhatsApp padrão.']]));
});
