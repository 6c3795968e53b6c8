import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import { VOICES } from '../model';
import { PromptDialog } from './PromptDialog';

const post = vi.spyOn(api, 'post');

beforeEach(() => {
  vi.spyOn(api, 'get').mockResolvedValue([{ id: 3, name: 'Vendas' }] as never);
  post.mockReset().mockResolvedValue({ id: 1 } as never);
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
