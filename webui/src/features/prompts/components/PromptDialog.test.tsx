import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { VOICES } from '../model';
import { PromptDialog } from './PromptDialog';

// Mocks are taken off after each test.
const spyPost = () => vi.spyOn(api, 'post').mockResolvedValue({ id: 1 } as never);
let post: ReturnType<typeof spyPost>;

beforeEach(() => {
  vi.spyOn(api, 'get').mockResolvedValue([{ id: 3, name: 'Vendas' }] as never);
  post = spyPost();
});

const open = () => renderSignedIn(<PromptDialog record={null} onClose={() => undefined} />);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

// spec: A050 A143
it('offers text alone and the voices, and asks for key and region of one that is chosen', async () => {
  open();
  const voices = within(await screen.findByLabelText('Voz')).getAllByRole<HTMLOptionElement>('option');
  expect(voices.map(({ value }) => value)).toEqual(['texto', ...VOICES.map(({ value }) => value)]);
  expect(field('Voz').value).toBe('texto');
  for (const label of ['Chave da voz', 'Região da voz']) expect(screen.queryByLabelText(label)).toBeNull();
  type('Voz', 'pt-BR-YaraNeural');
  for (const label of ['Chave da voz', 'Região da voz']) expect(field(label).value).toBe('');
});

// spec: A050 A087
it('is not saved without a queue, and says so', async () => {
  open();
  expect(await screen.findByRole('option', { name: 'Vendas' })).toBeTruthy();
  type('Nome', 'Vendas IA');
  type('Instruções', 'Você atende.');
  type('Chave da API', 'sk-1');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Informe o setor')).toBeTruthy();
  expect(screen.queryByText('Obrigatório')).toBeNull();
  expect(post).not.toHaveBeenCalled();
});

// spec: A050
it('sends each field under its own name, the voice with its key and region', async () => {
  open();
  expect(await screen.findByRole('option', { name: 'Vendas' })).toBeTruthy();
  type('Nome', 'Vendas IA');
  type('Fila', '3');
  type('Instruções', 'Você atende.');
  type('Modelo', 'gpt-4o-mini');
  type('Chave da API', 'sk-1');
  type('Endereço do serviço', 'https://ia.example/v1');
  type('Resposta máxima (tokens)', '200');
  type('Mensagens lidas', '20');
  type('Criatividade', '0,5');
  type('Voz', 'pt-BR-YaraNeural');
  type('Chave da voz', 'az-1');
  type('Região da voz', 'brazilsouth');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  const body = {
    name: 'Vendas IA',
    queueId: 3,
    prompt: 'Você atende.',
    model: 'gpt-4o-mini',
    apiKey: 'sk-1',
    baseUrl: 'https://ia.example/v1',
    maxTokens: 200,
    maxMessages: 20,
    temperature: 0.5,
    voice: 'pt-BR-YaraNeural',
    voiceKey: 'az-1',
    voiceRegion: 'brazilsouth',
  };
  await waitFor(() => expect(post.mock.calls).toEqual([['/prompt', { body }]]));
});
