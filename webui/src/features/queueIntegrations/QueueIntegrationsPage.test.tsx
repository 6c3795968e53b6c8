import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { ApiError } from '@/api/error';
import type { QueueIntegration } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import QueueIntegrationsPage from './QueueIntegrationsPage';

afterEach(() => vi.restoreAllMocks());

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

beforeEach(() => {
  const page = { queueIntegrations: [flow], count: 1, hasMore: false };
  vi.spyOn(api, 'get').mockResolvedValue(page as never);
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
