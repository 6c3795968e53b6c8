import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import QueuesPage from './QueuesPage';

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() })),
);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const queue = (id: number, name: string, color: string) => ({
  id,
  name,
  color,
  orderQueue: id,
  greetingMessage: 'Olá!',
  outOfHoursMessage: '',
  autoAssign: false,
  assignMax: 5,
  promptId: 6,
  integrationId: 8,
  schedules: [],
});
const QUEUES = [queue(3, 'Vendas', '#0f766e'), queue(4, 'Suporte', '#004d40')];
const option = (id: number, parentId: number | null, place: number, title: string) => ({
  id,
  parentId,
  option: place,
  title,
  message: `Sobre ${title}`,
  mediaName: null,
  queueId: 3,
});
const OPTIONS = [option(31, null, 1, 'Trocas'), option(32, 31, 1, 'Segunda via'), option(33, null, 2, 'Horários')];

async function show() {
  const page = { count: 2, hasMore: false };
  const answers: Record<string, unknown> = {
    '/queue': QUEUES,
    '/queue-options': OPTIONS,
    '/settings': [],
    '/prompt': { prompts: [6, 9].map((id) => ({ id, name: `IA ${id}` })), ...page },
    '/queueIntegration': { queueIntegrations: [8, 12].map((id) => ({ id, name: `Fluxo ${id}` })), uses: [], ...page },
  };
  const get = vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) =>
      path in answers ? Promise.resolve(answers[path]) : new Promise(() => undefined)) as never);
  renderSignedIn(<QueuesPage />, { user: makeUser({ profile: 'admin' }), path: '/queues' });
  await screen.findByRole('button', { name: 'Editar Vendas' });
  return get;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const field = (label: RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' });
const write = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });

// spec: A010 A032 A077 A100
it('opens a queue as it is, locks the colours of others, and sends what was chosen anew', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(QUEUES[0] as never);
  await show();
  press('Editar Vendas');
  const form = await dialog();
  expect(field(/^Nome/).value).toBe('Vendas');
  await waitFor(() => expect([field(/^Prompt/).value, field(/^Integração/).value]).toEqual(['6', '8']));
  const swatches = form.getAllByRole<HTMLInputElement>('radio');
  expect(swatches.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['#0f766e']);
  expect(swatches.filter(({ disabled }) => disabled).map(({ value }) => value)).toEqual(['#004d40']);
  expect(form.getByRole('radio', { name: /Em uso por Suporte/ })).toBeTruthy();
  const free = swatches.find(({ checked, disabled }) => !checked && !disabled) as HTMLInputElement;
  fireEvent.click(free);
  write(/^Prompt/, '9');
  write(/^Integração/, '12');
  press('Salvar');
  const body = { name: 'Vendas', color: free.value, promptId: 9, integrationId: 12 };
  await waitFor(() => expect(put.mock.calls).toMatchObject([['/queue/{id}', { path: { id: 3 }, body }]]));
});

// spec: A010 A100
it('deletes a queue, and says where those go who wait in it', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show();
  press('Excluir Vendas');
  const question = await dialog();
  const places = within(field(/^Atendimentos em andamento/)).getAllByRole<HTMLOptionElement>('option');
  expect(places.map(({ value }) => value)).toEqual(['', '4']);
  write(/^Atendimentos em andamento/, '4');
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  const call = ['/queue/{id}', { path: { id: 3 }, query: { moveTo: 4 } }];
  await waitFor(() => expect(remove.mock.calls).toEqual([call]));
  await waitFor(() => expect(said.mock.calls).toEqual([['Fila excluída']]));
});

// spec: A122
it('says in the question why a queue cannot be deleted, and keeps it', async () => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_QUEUE_HAS_PROMPT', 409, ''));
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  await show();
  press('Excluir Vendas');
  const question = await dialog();
  expect(question.queryByText(/^Um prompt passa/)).toBeNull();
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  // where it was asked, so that another queue can be chosen and tried
  expect(await question.findByText('Um prompt passa conversas para esta fila. Mude-o antes.')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(said).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Editar Vendas' })).toBeTruthy();
});

// spec: A010 A033 A100
it('shows the menu of a queue as a tree, takes options beside and below others, and saves it whole', async () => {
  vi.spyOn(api, 'post').mockImplementation(() => new Promise(() => undefined) as never);
  const put = vi.spyOn(api, 'put').mockResolvedValue({ keys: [] } as never);
  const get = await show();
  press('Menu do robô de Vendas');
  await screen.findByRole('treeitem', { name: /Trocas/ });
  expect(get).toHaveBeenCalledWith('/queue-options', expect.objectContaining({ query: { queueId: 3 } }));
  press('Nova opção');
  write(/^Título/, 'Outros');
  write(/^Mensagem ao escolher/, 'Diga o que precisa.');
  press('Opção dentro desta');
  write(/^Título/, 'Elogio');
  press('Salvar menu');
  await waitFor(() => expect(put).toHaveBeenCalled());
  const [path, sent] = put.mock.calls[0] as unknown as [string, { path: object; body: { options: Sent[] } }];
  expect([path, sent.path]).toEqual(['/queue/{id}/options', { id: 3 }]);
  const titles = new Map(sent.body.options.map(({ key, title }) => [key, title]));
  const rows = sent.body.options.map(({ id, parentKey, title }) => [id, titles.get(parentKey ?? '') ?? null, title]);
  expect(rows).toEqual([
    [31, null, 'Trocas'],
    [32, 'Trocas', 'Segunda via'],
    [33, null, 'Horários'],
    [null, null, 'Outros'],
    [null, 'Outros', 'Elogio'],
  ]);
  expect(sent.body.options.find(({ title }) => title === 'Outros')?.message).toBe('Diga o que precisa.');
});

interface Sent {
  key: string;
  id: number | null;
  parentKey: string | null;
  title: string;
  message: string;
}
