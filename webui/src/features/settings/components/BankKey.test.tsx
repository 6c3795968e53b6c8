import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import { OptionsTab } from './OptionsTab';

afterEach(() => vi.restoreAllMocks());

const KEY = '$aact_hmlg_000MzkwODA2MWY2OGM3MWRl';

// spec: A131 A139
it('takes the key of the payment service of super users, and never shows it', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const put = vi.spyOn(api, 'put').mockResolvedValue({ key: 'asaas', value: '********' });
  vi.spyOn(api, 'get').mockResolvedValue([{ key: 'asaas', value: '' }]);
  const { client } = renderSignedIn(<OptionsTab />, { user: makeUser({ profile: 'admin', super: true }) });
  client.setQueryData(pageKeys.settings, [{ key: 'asaas', value: '' }]);
  const field = await screen.findByLabelText('Chave de API do Asaas');
  expect(field).toHaveProperty('type', 'password');
  fireEvent.change(field, { target: { value: 'chave' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar chave' }));
  expect(await screen.findByText('Isto não é uma chave do Asaas')).toBeTruthy();
  expect(put).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: KEY } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar chave' }));
  await waitFor(() => expect(screen.getByText('Configurada')).toBeTruthy());
  expect(put.mock.calls).toMatchObject([
    ['/settings/{settingKey}', { path: { settingKey: 'asaas' }, body: { value: KEY } }],
  ]);
  expect(field).toHaveProperty('value', '');
  expect(said.mock.calls).toEqual([['Operação atualizada com sucesso.']]);
});

// spec: A139
it('says of the key only that it is set, and removes it when that is confirmed', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ key: 'asaas', value: '' });
  vi.spyOn(api, 'get').mockResolvedValue([{ key: 'asaas', value: '********' }]);
  renderSignedIn(<OptionsTab />, { user: makeUser({ profile: 'admin', super: true }) });
  expect(await screen.findByLabelText('Chave de API do Asaas')).toHaveProperty('value', '');
  expect(screen.getByText('Configurada')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remover chave' }));
  const question = within(await screen.findByRole('dialog'));
  expect(put).not.toHaveBeenCalled();
  fireEvent.click(question.getByRole('button', { name: 'Remover chave' }));
  const sent = ['/settings/{settingKey}', { path: { settingKey: 'asaas' }, body: { value: '' } }];
  await waitFor(() => expect(put.mock.calls).toEqual([sent]));
  await waitFor(() => expect(screen.queryByText('Configurada')).toBeNull());
});

// spec: A139
it('is nothing that a company has', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([]);
  const { client } = renderSignedIn(<OptionsTab />, { user: makeUser({ profile: 'admin', super: false }) });
  client.setQueryData(pageKeys.settings, []);
  await screen.findByRole('heading', { name: 'Mensagens automáticas' });
  expect(screen.queryByLabelText('Chave de API do Asaas')).toBeNull();
});
