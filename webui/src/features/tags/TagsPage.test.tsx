import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { SessionUser, TagDetails } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { errorText } from '@/i18n';
import { toast } from '@/ui/toast';
import TagsPage from './TagsPage';

afterEach(() => vi.restoreAllMocks());

const tag: TagDetails = {
  id: 1,
  name: 'VIP',
  color: '#b7791f',
  kanban: 1,
  priority: 7,
  category: 'Vendas',
  userId: 1,
  ticketsCount: 3,
};

function show(profile: SessionUser['profile']) {
  vi.spyOn(api, 'get').mockResolvedValue({ tags: [tag], count: 1, hasMore: false } as never);
  renderSignedIn(<TagsPage />, { user: makeUser({ profile }), path: '/tags' });
}

// spec: A011 A095
it.each([
  ['admin', true],
  ['supervisor', true],
  ['user', false],
] as const)('lets a %s make a tag a lane of the board: %s', async (profile, isOffered) => {
  show(profile);
  const row = (await screen.findAllByText('VIP'))[0]?.closest('tr') as HTMLElement;
  for (const text of ['3 atendimentos', 'Raia do kanban', 'Vendas']) expect(within(row).getByText(text)).toBeTruthy();
  expect(within(row).queryByRole('button', { name: 'Editar VIP' }) !== null).toBe(isOffered);
  fireEvent.click(screen.getByRole('button', { name: 'Nova tag' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Nome')).toBeTruthy();
  expect(dialog.getAllByRole('radio', { name: /^Cor/ }).length).toBeGreaterThan(1);
  expect(dialog.queryByRole('switch', { name: 'Raia do kanban' }) !== null).toBe(isOffered);
});

// spec: A011 A024 A034 A078
it('sends name, colour, lane, place and category of a tag, and says what is wrong with its name', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(tag as never);
  show('supervisor');
  fireEvent.click(await screen.findByRole('button', { name: 'Nova tag' }));
  const dialog = within(await screen.findByRole('dialog'));
  const write = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label, { exact: true }), { target: { value } });
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  save();
  expect(await dialog.findByText('Obrigatório')).toBeTruthy();
  write('Nome', 'ab');
  save();
  expect(await dialog.findByText('Mensagem muito curta')).toBeTruthy();
  expect(dialog.queryByLabelText('Categoria')).toBeNull();
  fireEvent.click(dialog.getByRole('switch', { name: 'Raia do kanban' }));
  write('Nome', 'Pós-venda');
  write('Ordem no quadro', '4');
  write('Categoria', 'Vendas');
  fireEvent.click(dialog.getAllByRole('radio', { name: /^Cor/ })[1] as HTMLElement);
  const color = dialog.getAllByRole<HTMLInputElement>('radio', { name: /^Cor/ })[1]?.value;
  save();
  const body = { name: 'Pós-venda', color, kanban: 1, priority: 4, category: 'Vendas' };
  await waitFor(() => expect(post).toHaveBeenCalledWith('/tags', { body }));
});

// spec: A011 A107
it('searches tags by what is typed', async () => {
  show('user');
  const search = await screen.findByRole('searchbox', { name: 'Buscar tags' });
  fireEvent.change(search, { target: { value: 'vip' } });
  const query = { searchParam: 'vip', pageNumber: 1 };
  await waitFor(() => expect(api.get).toHaveBeenCalledWith('/tags', expect.objectContaining({ query })));
});

// spec: A011 A034 A095 A107
it.each(['admin', 'supervisor'] as const)('lets a %s change a tag and its lane, and delete it', async (profile) => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(tag as never);
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  show(profile);
  fireEvent.click(await screen.findByRole('button', { name: 'Editar VIP' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByLabelText<HTMLInputElement>('Nome');
  const lane = dialog.getByRole('switch', { name: 'Raia do kanban' });
  const color = dialog.getAllByRole<HTMLInputElement>('radio', { name: /^Cor/ }).find(({ checked }) => checked);
  expect([name.value, color?.value, lane.getAttribute('aria-checked')]).toEqual(['VIP', '#b7791f', 'true']);
  const place = ['Ordem no quadro', 'Categoria'].map((label) => dialog.getByLabelText<HTMLInputElement>(label).value);
  expect(place).toEqual(['7', 'Vendas']);
  fireEvent.change(name, { target: { value: 'Cliente VIP' } });
  fireEvent.click(lane);
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  const body = { name: 'Cliente VIP', color: '#b7791f', kanban: 0 };
  await waitFor(() => expect(put.mock.calls).toMatchObject([['/tags/{id}', { path: { id: 1 }, body }]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Excluir VIP' }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(question.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(remove.mock.calls).toEqual([['/tags/{id}', { path: { id: 1 } }]]));
});

// spec: A122
it('says so when a tag cannot be deleted', async () => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
  const told = vi.spyOn(toast, 'error').mockReturnValue();
  show('admin');
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir VIP' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(told.mock.calls).toEqual([[errorText('ERR_INTERNAL')]]));
});

// spec: A034
it.each(['admin', 'supervisor'] as const)(
  'lets a %s give a lane another place and another category',
  async (profile) => {
    const put = vi.spyOn(api, 'put').mockResolvedValue(tag as never);
    show(profile);
    fireEvent.click(await screen.findByRole('button', { name: 'Editar VIP' }));
    const dialog = within(await screen.findByRole('dialog'));
    const write = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label, { exact: true }), { target: { value } });
    write('Ordem no quadro', '12');
    write('Categoria', ' Pós-venda ');
    fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
    const body = { name: 'VIP', color: '#b7791f', kanban: 1, priority: 12, category: 'Pós-venda' };
    await waitFor(() => expect(put.mock.calls).toEqual([['/tags/{id}', { path: { id: 1 }, body }]]));
  },
);
