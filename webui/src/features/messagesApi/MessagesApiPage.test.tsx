import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { ConnectionToken } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import MessagesApiPage from './MessagesApiPage';

const matriz: ConnectionToken = { id: 1, name: 'Matriz', status: 'CONNECTED', tokenSet: true, usedAt: null };
const filial: ConnectionToken = { ...matriz, id: 2, name: 'Filial', tokenSet: false };
const ADDRESS = `${globalThis.location.origin}/api/messages/send`;
const answer = { mensagem: 'Mensagem enviada', id: 9 };
const sent = vi.fn<typeof fetch>();

beforeEach(() => {
  const answers: Record<string, unknown> = {
    '/messages-api': { perMinute: 60, fileBytesMax: 16 * 1024 * 1024, connections: [matriz, filial] },
    '/messages-api/{whatsappId}/calls': [],
  };
  vi.spyOn(api, 'get').mockImplementation((path: string) => Promise.resolve(answers[path]) as never);
  vi.spyOn(api, 'put').mockResolvedValue({} as never);
  sent.mockReset().mockImplementation(() => Promise.resolve(Response.json(answer)));
  vi.stubGlobal('fetch', sent);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open() {
  renderSignedIn(<MessagesApiPage />, { user: makeUser({ profile: 'admin' }), path: '/messages-api' });
  await screen.findByText('POST');
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true });
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const sample = () => within(screen.getByRole('region', { name: 'Exemplos' })).getByRole('tabpanel').textContent;

/** The rows of the fields, as they are read: name, type, what it is. */
const rows = () =>
  screen.getAllByRole('term').map((term) => [...(term.parentElement?.children ?? [])].map((part) => part.textContent));

// spec: A017 A108
it('says where to post, with whose token, which fields, and what is answered', async () => {
  await open();
  expect(screen.getByText('POST').parentElement?.textContent).toContain(ADDRESS);
  expect(screen.getByText(/vai no cabeçalho Authorization, como Bearer\.$/)).toBeTruthy();
  expect(screen.getByText('60 por minuto')).toBeTruthy();
  expect(rows()).toEqual([
    ['numberobrigatório', 'texto', 'Com país e DDD: 5511987654321. Grupo: o JID, terminado em @g.us.'],
    [
      'bodyobrigatório',
      'texto',
      'O texto, até 4.096 caracteres. Aceita {{firstName}} e as outras variáveis. Com arquivos é a legenda, até 1.024, e pode faltar.',
    ],
    ['medias', 'arquivos', 'Só em multipart/form-data. Até 10, com 16 MB cada.'],
    ['closeTicket', 'sim/não', 'Fecha o atendimento depois de enviar, em silêncio.'],
    ['queue', 'sim/não', 'Guarda para depois se a conexão estiver caída.'],
  ]);
  const answers = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(answers).toEqual([
    '200Enviada ou na fila, com o número do atendimento',
    '400Campo errado, ou número que não está no WhatsApp',
    '401Token ausente ou desconhecido',
    '403O plano não tem a API, ou a empresa está parada',
    '409Conexão desligada: reconecte ou use queue',
    '413Arquivo ou texto grande demais',
    '422A chave é de outra mensagem',
    '429Mais de 60 por minuto; espere o tempo de Retry-After',
  ]);
});

// spec: A017 A108
it('sends number and body as JSON with the token of a connection, and as a form with files', async () => {
  await open();
  press('Enviar');
  expect(screen.getAllByText('Obrigatório')).toHaveLength(3);
  write('Token da conexão', 'gch_1');
  write('Mensagem', 'O pedido 48213 saiu.');
  press('Enviar');
  expect(screen.getAllByText('Obrigatório')).toHaveLength(1);
  expect(sent).not.toHaveBeenCalled();
  write('Número', '5511912345678');
  for (const text of [ADDRESS, '5511912345678', 'O pedido 48213 saiu.']) expect(sample()).toContain(text);
  press('Enviar');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  const [url, call] = sent.mock.calls[0] ?? [];
  expect([url, call?.method]).toEqual(['/api/messages/send', 'POST']);
  const headers = { Accept: 'application/json', Authorization: 'Bearer gch_1' };
  expect(call?.headers).toEqual({ ...headers, 'Content-Type': 'application/json' });
  expect(JSON.parse(call?.body as string)).toEqual({ number: '5511912345678', body: 'O pedido 48213 saiu.' });
  expect((await screen.findByRole('region', { name: 'Resposta' })).textContent).toContain('Mensagem enviada');

  const paper = new File(['%PDF-1.4'], 'nota.pdf', { type: 'application/pdf' });
  fireEvent.change(screen.getByLabelText('Anexar', { selector: 'input' }), { target: { files: [paper] } });
  expect(sample()).toContain('medias=@nota.pdf');
  press('Enviar');
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  const form = sent.mock.calls[1]?.[1] as RequestInit;
  expect(form.headers).toEqual(headers);
  const parts = [...(form.body as FormData).entries()].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);
  expect(parts).toEqual([
    ['number', '5511912345678'],
    ['body', 'O pedido 48213 saiu.'],
    ['medias', 'nota.pdf'],
  ]);
});

// spec: A017
it('makes a token that is seen once, and asks before it takes the place of another', async () => {
  await open();
  press('Gerar outro');
  const asked = within(await screen.findByRole('dialog'));
  expect(api.put).not.toHaveBeenCalled();
  fireEvent.click(asked.getByRole('button', { name: 'Gerar outro' }));
  expect(await screen.findByText('Guarde-o agora: ele não será mostrado de novo.')).toBeTruthy();
  const token = field('Token da conexão').value;
  expect(token).toMatch(/^gch_/);
  expect(api.put).toHaveBeenCalledWith('/whatsapp/{id}', { path: { id: 1 }, body: { token } });
  expect(sample()).not.toContain(token);

  write('Conexão', '2');
  expect(field('Token da conexão').value).toBe('');
  expect(screen.queryByText(token)).toBeNull();
  press('Gerar token');
  await waitFor(() =>
    expect(api.put).toHaveBeenLastCalledWith('/whatsapp/{id}', expect.objectContaining({ path: { id: 2 } })),
  );
});
