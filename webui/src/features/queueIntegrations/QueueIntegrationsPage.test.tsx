import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { ApiError } from '@/api/error';
import type { IntegrationCall, IntegrationUse, QueueIntegration } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import QueueIntegrationsPage from './QueueIntegrationsPage';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const flow: QueueIntegration = {
  id: 7,
  type: 'webhook',
  name: 'Fluxo',
  projectName: '',
  hasJsonContent: false,
  language: '',
  urlN8N: 'https://fluxo.example/entrada',
  hasSecret: true,
  typebotSlug: '',
  typebotExpires: 1,
  typebotDelayMessage: 1000,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotUnknownMessage: '',
  typebotRestartMessage: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

const use = { integrationId: 7, queues: ['Vendas'], connections: ['Matriz'], calls: 4, failed: 3 };
const failure: IntegrationCall = {
  id: 3,
  at: '2026-01-02T15:00:05Z',
  step: 'told',
  outcome: 'silent',
  status: null,
  millis: 10_000,
  attempt: 3,
  messages: 0,
  delivery: 42,
  ticketId: 61,
  contactId: 5,
  contactName: 'Rafael',
};
const calls: IntegrationCall[] = [
  failure,
  { ...failure, id: 2, outcome: 'refused', status: 500, millis: 182, attempt: 2 },
  { ...failure, id: 1, outcome: 'refused', status: 429, millis: 95, attempt: 1 },
  {
    ...failure,
    id: 0,
    outcome: 'taken',
    status: 200,
    attempt: 1,
    messages: 2,
    delivery: 41,
    contactName: null,
    ticketId: null,
  },
];

/** The integrations, and their calls where the log is asked for. */
function answer(uses: IntegrationUse[], records = [flow]) {
  const page = { queueIntegrations: records, uses, count: records.length, hasMore: false };
  return vi.spyOn(api, 'get').mockImplementation(((
    path: string,
    { query }: { query?: { onlyErrors?: boolean } } = {},
  ) => {
    if (!path.endsWith('/calls')) return Promise.resolve(page);
    const found = calls.filter(({ outcome }) => !query?.onlyErrors || outcome !== 'taken');
    return Promise.resolve({ calls: found, hasMore: false, nextCursor: null });
  }) as never);
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  answer([use]);
  vi.spyOn(api, 'post').mockResolvedValue(flow as never);
  vi.spyOn(api, 'put').mockResolvedValue(flow as never);
});

const open = () =>
  renderSignedIn(<QueueIntegrationsPage />, { user: makeUser({ profile: 'admin' }), path: '/queue-integration' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

type Dialog = Awaited<ReturnType<typeof dialog>>;
const write = (on: Dialog, label: string, value: string) =>
  fireEvent.change(on.getByLabelText(label, { exact: true }), { target: { value } });

// spec: A118
it('adds an integration, and changes the one that is chosen', async () => {
  open();
  await screen.findByText('Fluxo');
  press('Nova integração');
  let form = await dialog();
  write(form, 'Nome', 'Pedidos');
  write(form, 'Endereço', 'https://n8n.example/1');
  press('Salvar');
  const added = { type: 'webhook', name: 'Pedidos', urlN8N: 'https://n8n.example/1', secret: undefined };
  await waitFor(() => expect(api.post).toHaveBeenCalledWith('/queueIntegration', { body: added }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  press('Editar Fluxo');
  form = await dialog();
  write(form, 'Nome', 'Trocas');
  press('Salvar');
  const body = { type: 'webhook', name: 'Trocas', urlN8N: flow.urlN8N, secret: undefined };
  await waitFor(() => expect(api.put).toHaveBeenCalledWith('/queueIntegration/{id}', { path: { id: 7 }, body }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

// spec: A118
it('tries an agent out as it stands in the dialog, and shows what it answers or that it does not', async () => {
  const post = vi
    .spyOn(api, 'post')
    .mockResolvedValue({ messages: ['Olá!', 'Em que posso ajudar?'], commands: [] } as never);
  open();
  await screen.findByText('Fluxo');
  press('Nova integração');
  const form = await dialog();
  write(form, 'Tipo', 'dialogflow');
  const agent = { projectName: 'aurora-faq', language: 'pt', jsonContent: '{"type":"service_account"}' };
  write(form, 'Nome do projeto', agent.projectName);
  write(form, 'Idioma', agent.language);
  write(form, 'Chave da conta de serviço (JSON)', agent.jsonContent);
  press('Testar');
  for (const text of ['Olá!', 'Em que posso ajudar?']) expect(await form.findByText(text)).toBeTruthy();
  const body = expect.objectContaining({ type: 'dialogflow', integrationId: null, ...agent }) as object;
  expect(post).toHaveBeenCalledWith('/queueIntegration/testSession', { body });

  post.mockRejectedValue(new ApiError('ERR_TEST_SESSION_DIALOG', 400, ''));
  press('Testar');
  expect(await form.findByText(/não respondeu/)).toBeTruthy();
});

it('shows how an integration did, its calls, and the tries of the one that is chosen', async () => {
  open();
  const card = within(await screen.findByRole('group', { name: 'Fluxo' }));
  for (const text of ['3 falhas hoje', '4 em 24 h', 'Fila Vendas · Conexão Matriz']) {
    expect(card.getByText(text)).toBeTruthy();
  }
  expect(await screen.findByText('Guardadas por 7 dias · 4 chamadas em 24 h, 25% com sucesso')).toBeTruthy();
  const states = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(states()).toEqual(['Sem resposta', '500', '429', '200']);

  fireEvent.click(screen.getByText('Sem resposta').closest('tr')?.querySelector('button') as HTMLElement);
  const details = within(screen.getByRole('region', { name: 'Detalhes da chamada' }));
  expect(details.getByText(/Não houve resposta em 10 s/)).toBeTruthy();
  expect(details.getByText('3 tentativas')).toBeTruthy();
  expect(details.getAllByRole('listitem').map((one) => one.querySelector('span')?.textContent)).toEqual([
    '429',
    '500',
    'Sem resposta',
  ]);
  fireEvent.click(details.getByRole('button', { name: 'Fechar os detalhes' }));
  expect(screen.queryByRole('region', { name: 'Detalhes da chamada' })).toBeNull();

  fireEvent.change(screen.getByLabelText('Mostrar'), { target: { value: 'failed' } });
  await waitFor(() => expect(states()).toEqual(['Sem resposta', '500', '429']));
});

it('chooses the log by the card, and tries out one that nobody uses', async () => {
  const idle = { ...use, integrationId: 8, queues: [], connections: [], calls: 0, failed: 0 };
  const get = answer([use, idle], [flow, { ...flow, id: 8, name: 'Triagem', type: 'typebot', typebotSlug: 'triagem' }]);
  const post = vi.spyOn(api, 'post').mockResolvedValue({ messages: ['Olá!'], commands: [] } as never);
  open();
  const card = within(await screen.findByRole('group', { name: 'Triagem' }));
  expect(card.getByText('Sem uso')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Fluxo' })).toHaveProperty('checked', true);
  fireEvent.click(card.getByRole('radio', { name: 'Triagem' }));
  await screen.findByText('Triagem · últimos 7 dias');
  const asked = expect.objectContaining({ path: { id: 8 } }) as object;
  await waitFor(() => expect(get).toHaveBeenCalledWith('/queueIntegration/{id}/calls', asked));

  fireEvent.click(card.getByRole('button', { name: 'Testar sessão de Triagem' }));
  const form = await dialog();
  fireEvent.click(form.getByRole('button', { name: 'Testar' }));
  expect(await form.findByText('Olá!')).toBeTruthy();
  expect(post).toHaveBeenCalledWith('/queueIntegration/testSession', { body: { integrationId: 8, text: undefined } });
});
