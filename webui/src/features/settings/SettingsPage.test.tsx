import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { ApiError } from '@/api/error';
import { pageKeys } from '@/api/pageKeys';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { toast } from '@/ui/toast';
import SettingsPage from './SettingsPage';

const narrow = { matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };
beforeEach(() => vi.stubGlobal('matchMedia', () => narrow));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show() {
  const open: (() => void)[] = [];
  const put = vi.spyOn(api, 'put').mockImplementation(
    () =>
      new Promise((resolve) => {
        open.push(() => resolve({ key: 'userRating', value: 'enabled' }));
      }),
  );
  vi.spyOn(api, 'get').mockResolvedValue([]);
  const view = renderSignedIn(<SettingsPage />);
  view.client.setQueryData(pageKeys.settings, []);
  return { answer: () => open.shift()?.(), calls: put.mock.calls };
}

// Without the mend both wishes were on their way at once, and the older one could be the last to arrive.
// spec: A131
it('sends the wishes of a switch one after the other, and says of each that it was saved', async () => {
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const { answer, calls } = show();
  const [toggle] = await screen.findAllByRole('switch');
  if (toggle) fireEvent.click(toggle);
  await waitFor(() => expect(calls).toHaveLength(1));
  await waitFor(() => expect(toggle?.getAttribute('aria-checked')).toBe('true'));
  if (toggle) fireEvent.click(toggle);
  await waitFor(() => expect(toggle?.getAttribute('aria-checked')).toBe('false'));
  expect(calls).toHaveLength(1);
  answer();
  const bodies = ['enabled', 'disabled'].map((value) => [expect.anything(), { body: { value } }]);
  await waitFor(() => expect(calls).toMatchObject(bodies));
  answer();
  const done = ['Operação atualizada com sucesso.'];
  await waitFor(() => expect(said.mock.calls).toEqual([done, done]));
});

// spec: A105
it('puts back what was refused', async () => {
  const refusals: (() => void)[] = [];
  vi.spyOn(api, 'put').mockImplementation(
    () =>
      new Promise((_, reject) => {
        refusals.push(() => reject(new ApiError('ERR_NO_PERMISSION', 403, '')));
      }),
  );
  vi.spyOn(api, 'get').mockRejectedValue(new ApiError('ERR_NETWORK', 0, ''));
  const { client } = renderSignedIn(<SettingsPage />);
  client.setQueryData(pageKeys.settings, [{ key: 'call', value: 'enabled' }]);
  const toggle = await screen.findByRole('switch', { name: /^Aceitar chamadas/ });
  fireEvent.click(toggle);
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'));
  refusals.shift()?.();
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('true'));
  const groups = screen.getByRole('switch', { name: /^Ignorar mensagens/ });
  fireEvent.click(groups);
  await waitFor(() => expect(groups.getAttribute('aria-checked')).toBe('true'));
  refusals.shift()?.();
  await waitFor(() => expect(client.getQueryData(pageKeys.settings)).toEqual([{ key: 'call', value: 'enabled' }]));
});

it('finds options by their words and by their group, from the key of the search on', async () => {
  show();
  await screen.findByRole('switch', { name: /^Aceitar chamadas/ });
  fireEvent.keyDown(document.body, { key: '/' });
  const search = screen.getByRole('searchbox', { name: 'Buscar opção' });
  expect(document.activeElement).toBe(search);
  fireEvent.change(search, { target: { value: 'chamadas' } });
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  const groups = screen.getByRole('navigation', { name: 'Grupos de opções' });
  expect(groups.textContent).toBe('Atendimento1');
  // a group is shown with all that stands in it
  fireEvent.change(search, { target: { value: 'AVALIACAO' } });
  expect(screen.getByRole('combobox', { name: 'Tempo para avaliar' })).toBeTruthy();
  fireEvent.change(search, { target: { value: 'zzz' } });
  expect(screen.getByText('Nenhuma opção encontrada')).toBeTruthy();
});

it('marks the group that is read, and the last one at the end of the page', async () => {
  show();
  await screen.findByRole('switch', { name: /^Aceitar chamadas/ });
  const groups = within(screen.getByRole('navigation', { name: 'Grupos de opções' }));
  const marked = () => groups.getAllByRole('button').filter((button) => button.hasAttribute('aria-current'));
  expect(marked().map((button) => button.textContent)).toEqual(['Mensagens automáticas3']);
  const page = document.documentElement;
  vi.spyOn(page, 'scrollHeight', 'get').mockReturnValue(3000);
  for (const [place, section] of document.querySelectorAll('section[id^=settings-]').entries()) {
    section.getBoundingClientRect = () => new DOMRect(0, 600 * place - 500, 10, 10);
  }
  fireEvent.scroll(document);
  expect(marked().map((button) => button.textContent)).toEqual(['Avaliação2']);
  vi.spyOn(page, 'scrollHeight', 'get').mockReturnValue(0);
  fireEvent.scroll(document);
  expect(marked()).toEqual([groups.getAllByRole('button').at(-1)]);
});

// spec: A123
it.each(['companies', 'plans', 'helps'])(
  'says that the list of %s could not be loaded, and asks again',
  async (tab) => {
    const get = vi.spyOn(api, 'get').mockRejectedValue(new ApiError('ERR_INTERNAL', 500, ''));
    renderSignedIn(<SettingsPage />, {
      user: makeUser({ profile: 'admin', super: true }),
      path: `/settings?tab=${tab}`,
    });
    expect(await screen.findByText('Não foi possível carregar a lista de registros')).toBeTruthy();
    const asked = get.mock.calls.length;
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(get.mock.calls.length).toBeGreaterThan(asked));
  },
);

// Without the mend every letter on the way to a zone saved another one.
it('saves the zone that letters lead to when the field is left', async () => {
  const { calls } = show();
  const zone = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Fuso horário' });
  for (const [key, value] of [
    ['a', 'Africa/Abidjan'],
    ['m', 'America/Manaus'],
  ] as const) {
    fireEvent.keyDown(zone, { key });
    fireEvent.change(zone, { target: { value } });
  }
  expect(calls).toEqual([]);
  fireEvent.blur(zone);
  const saved = { path: { settingKey: 'timeZone' }, body: { value: 'America/Manaus' } };
  await waitFor(() => expect(calls).toEqual([['/settings/{settingKey}', saved]]));
});

const SWITCHES = [
  ['userRating', /^Pedir avaliação/],
  ['CheckMsgIsGroup', /^Ignorar mensagens de grupos/],
  ['call', /^Aceitar chamadas/],
  ['sendGreetingAccepted', /^Saudação ao aceitar/],
  ['sendMsgTransfTicket', /^Aviso de transferência/],
  ['sendGreetingMessageOneQueues', /^Saudação com uma só fila/],
] as const;

// spec: A139 S093
it.each([
  ['enabled', 'true', 'disabled'],
  ['disabled', 'false', 'enabled'],
  ['true', 'false', 'enabled'],
])('shows a switch that is set to %s as on: %s, and turns it to %s', async (value, isOn, turned) => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ key: 'x', value: 'y' } as never);
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) => Promise.resolve(path === '/settings' ? SWITCHES.map(([key]) => ({ key, value })) : []) as never,
  );
  renderSignedIn(<SettingsPage />, { user: makeUser({ profile: 'admin' }) });
  await screen.findByRole('combobox', { name: 'Horário de atendimento' });
  const toggles = SWITCHES.map(([, name]) => screen.getByRole('switch', { name }));
  expect(toggles.map((toggle) => toggle.getAttribute('aria-checked'))).toEqual(SWITCHES.map(() => isOn));
  for (const toggle of toggles) fireEvent.click(toggle);
  const sent = SWITCHES.map(([settingKey]) => [
    '/settings/{settingKey}',
    { path: { settingKey }, body: { value: turned } },
  ]);
  await waitFor(() => expect(put.mock.calls).toEqual(sent));
});

// spec: A139
it('offers choices as text, and goes back to it from what another product has set', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ key: 'chatBotType', value: 'text' } as never);
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) => Promise.resolve(path === '/settings' ? [{ key: 'chatBotType', value: 'list' }] : []) as never,
  );
  renderSignedIn(<SettingsPage />, { user: makeUser({ profile: 'admin' }) });
  const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Opções do robô' });
  expect([choice.value, ...[...choice.options].map(({ value }) => value)]).toEqual(['list', 'text', 'list']);
  fireEvent.change(choice, { target: { value: 'text' } });
  const sent = ['/settings/{settingKey}', { path: { settingKey: 'chatBotType' }, body: { value: 'text' } }];
  await waitFor(() => expect(put.mock.calls).toEqual([sent]));
});

// spec: A012 A064 A105 A139
it('has an option for every setting, and saves each by its key', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue({ key: 'x', value: 'y' } as never);
  vi.spyOn(api, 'get').mockResolvedValue([]);
  renderSignedIn(<SettingsPage />, { user: makeUser({ profile: 'admin' }) });
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
  await screen.findByRole('combobox', { name: 'Horário de atendimento' });
  const types = [...select('Horário de atendimento').options].map(({ value, text }) => [value, text]);
  expect(types).toEqual([
    ['disabled', 'Sempre aberto'],
    ['queue', 'De cada fila'],
    ['company', 'Da empresa'],
  ]);
  expect([...select('Opções do robô').options].map(({ value }) => value)).toEqual(['text']);
  const saved = (settingKey: string, value: string) =>
    waitFor(() =>
      expect(put.mock.calls).toContainEqual(['/settings/{settingKey}', { path: { settingKey }, body: { value } }]),
    );
  for (const [key, name] of SWITCHES) {
    const toggle = screen.getByRole('switch', { name });
    expect(toggle.getAttribute('aria-checked'), key).toBe('false');
    fireEvent.click(toggle);
    await saved(key, 'enabled');
  }
  for (const type of ['queue', 'company', 'disabled']) {
    fireEvent.change(select('Horário de atendimento'), { target: { value: type } });
    await saved('scheduleType', type);
  }
});

// spec: A012 A064 A092
it.each([
  ['disabled', false, ['Opções']],
  ['queue', false, ['Opções', 'Feriados']],
  ['company', false, ['Opções', 'Horários', 'Feriados']],
  ['disabled', true, ['Opções', 'Empresas', 'Planos', 'Faturas', 'Ajuda']],
  ['company', true, ['Opções', 'Horários', 'Feriados', 'Empresas', 'Planos', 'Faturas', 'Ajuda']],
] as const)('has with the hours %s, for a super user %s, the tabs %s', async (value, isSuper, tabs) => {
  vi.spyOn(api, 'get').mockImplementation(
    (path: string) => Promise.resolve(path === '/settings' ? [{ key: 'scheduleType', value }] : []) as never,
  );
  renderSignedIn(<SettingsPage />, { user: makeUser({ profile: 'admin', super: isSuper }) });
  expect(await screen.findByRole('combobox', { name: 'Horário de atendimento' })).toHaveProperty('value', value);
  // one tab alone is none
  const shown = tabs.length === 1 ? [] : tabs;
  await waitFor(() => expect(screen.queryAllByRole('tab').map((tab) => tab.textContent)).toEqual(shown));
});

// spec: A003 A092 A129
it.each(['companies', 'plans', 'helps'])('tells an admin that %s are not his, and leads home after a second', (tab) => {
  vi.useFakeTimers();
  const told = vi.spyOn(toast, 'error').mockReturnValue();
  const get = vi.spyOn(api, 'get').mockImplementation(() => new Promise(() => undefined));
  renderSignedIn(
    <Routes>
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/" element="home" />
    </Routes>,
    { user: makeUser({ profile: 'admin' }), path: `/settings?tab=${tab}` },
  );
  expect(told.mock.calls).toEqual([['Você não tem permissão para acessar essa página! Estamos lhe redirecionando.']]);
  expect(get.mock.calls.map(([path]) => path)).toEqual(['/settings']);
  act(() => void vi.advanceTimersByTime(999));
  expect(screen.queryByText('home')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('home')).toBeTruthy();
});
