import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Prompt } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import PromptsPage from './PromptsPage';

afterEach(() => vi.restoreAllMocks());

const prompt: Prompt = {
  id: 7,
  name: 'Vendas IA',
  prompt: 'Você atende.',
  voice: 'texto',
  voiceKey: '',
  voiceRegion: '',
  maxTokens: 100,
  temperature: 1,
  apiKey: '••••••••0001',
  queueId: 3,
  queue: { id: 3, name: 'Vendas', color: '#189b76' },
  maxMessages: 10,
  baseUrl: '',
  model: '',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

beforeEach(() => {
  const answers: Record<string, unknown> = {
    '/prompt': { prompts: [prompt], count: 1, hasMore: false },
    '/queue': [
      { id: 3, name: 'Vendas' },
      { id: 4, name: 'Suporte' },
    ],
  };
  vi.spyOn(api, 'get').mockImplementation((path: string) => Promise.resolve(answers[path]) as never);
  vi.spyOn(api, 'post').mockResolvedValue(prompt as never);
  vi.spyOn(api, 'put').mockResolvedValue(prompt as never);
});

const open = () => renderSignedIn(<PromptsPage />, { user: makeUser({ profile: 'admin' }), path: '/prompts' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

// spec: A028 A117
it('adds a prompt for a queue, and changes the one that is chosen', async () => {
  open();
  await screen.findByText('Vendas IA');
  press('Novo prompt');
  let form = await dialog();
  const write = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label, { exact: true }), { target: { value } });
  expect(await form.findByRole('option', { name: 'Suporte' })).toBeTruthy();
  write('Nome', 'Trocas IA');
  write('Fila', '4');
  write('Instruções', 'Você cuida de trocas.');
  write('Chave da API', 'sk-1');
  press('Salvar');
  const added = expect.objectContaining({
    name: 'Trocas IA',
    queueId: 4,
    prompt: 'Você cuida de trocas.',
    apiKey: 'sk-1',
    voice: 'texto',
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
  }) as object;
  await waitFor(() => expect(api.post).toHaveBeenCalledWith('/prompt', { body: added }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  press('Editar Vendas IA');
  form = await dialog();
  write('Resposta máxima (tokens)', '300');
  press('Salvar');
  const body = expect.objectContaining({ name: 'Vendas IA', apiKey: prompt.apiKey, maxTokens: 300 }) as object;
  await waitFor(() => expect(api.put).toHaveBeenCalledWith('/prompt/{id}', { path: { id: 7 }, body }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
