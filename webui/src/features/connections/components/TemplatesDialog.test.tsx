import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Connection, MessageTemplate } from '@/api/types';
import { makeTemplate } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { loadFeatures } from '@/i18n';
import TemplatesDialog from './TemplatesDialog';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
beforeEach(() => loadFeatures('templates', 'dialog', 'errors', 'connections'));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function show() {
  const connection = { id: 3, name: 'Matriz', provider: 'cloud' } as Connection;
  return renderSignedIn(<TemplatesDialog connection={connection} onClose={vi.fn()} />, {
    user: makeUser({ profile: 'admin' }),
  });
}

const serve = (rows: MessageTemplate[]) =>
  server.use(http.get('*/api/whatsapp/3/templates', () => HttpResponse.json(rows)));

it('shows how each template stands, and why one was rejected', async () => {
  serve([
    makeTemplate(),
    makeTemplate({ id: 8, name: 'oferta', status: 'REJECTED', rejectedReason: 'INVALID_FORMAT' }),
  ]);
  show();
  await screen.findByText('pedido_pronto');
  expect(screen.getByText('Aprovado')).toBeTruthy();
  expect(screen.getAllByText('Utilidade')).toHaveLength(2);
  expect(screen.getByText('Recusado: INVALID_FORMAT')).toBeTruthy();
});

it('asks before it deletes', async () => {
  let deleted = '';
  serve([makeTemplate()]);
  server.use(
    http.delete('*/api/whatsapp/3/templates/:id', ({ params }) => {
      deleted = String(params.id);
      return HttpResponse.json({});
    }),
  );
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir modelo pedido_pronto' }));
  await screen.findByText('Excluir o modelo pedido_pronto?');
  expect(deleted).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(deleted).toBe('7'));
});

it('says in the words of Meta why a template was refused, and keeps what was written', async () => {
  let asked: unknown = null;
  serve([]);
  server.use(
    http.post('*/api/whatsapp/3/templates', async ({ request }) => {
      asked = await request.json();
      const body = { error: 'ERR_TEMPLATE_REFUSED', message: '', details: { meta: ['100: Nome já usado'] } };
      return HttpResponse.json(body, { status: 400 });
    }),
  );
  show();
  await screen.findByText('Nenhum modelo ainda');
  fireEvent.click(screen.getByRole('button', { name: 'Novo modelo' }));
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Nome' }), { target: { value: 'Pedido pronto' } });
  fireEvent.change(field('Texto'), { target: { value: 'Olá {{1}}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar para aprovação' }));
  await screen.findByText('Preencha todas as variáveis.');
  expect(asked).toBeNull();
  fireEvent.change(field('Texto: variável 1'), { target: { value: 'Ana' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar para aprovação' }));
  await screen.findByText(/A Meta recusou o modelo. 100: Nome já usado/);
  expect(asked).toMatchObject({ name: 'pedido_pronto', body: 'Olá {{1}}', examples: { body: ['Ana'] } });
  expect(field('Texto').value).toBe('Olá {{1}}');
});
