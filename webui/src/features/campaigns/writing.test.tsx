import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Campaign } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { toast } from '@/ui/toast';
import { CampaignDialog } from './components/CampaignDialog';
import ConfigPage from './ConfigPage';

afterEach(() => {
  vi.restoreAllMocks();
  setZone(null);
});

const admin = { user: makeUser({ profile: 'admin' }) };
const line = (id: number, name: string) => ({ id, name, status: 'CONNECTED', provider: 'beta' });
const ANSWERS: Record<string, unknown> = {
  '/whatsapp': [line(3, 'Matriz'), line(5, 'Filial')],
  '/contact-lists/list': [{ id: 4, name: 'Clientes VIP' }],
  '/contact-lists/{id}': {
    id: 4,
    name: 'Clientes VIP',
    contactsCount: 2,
    checks: { valid: 2, invalid: 0, waiting: 0 },
  },
  '/tags/list': [{ id: 6, name: 'Fiéis', color: '#189b76' }],
  '/files': { files: [{ id: 8, name: 'Catálogo', options: [] }], count: 1, hasMore: false },
};
const answer = (more: Record<string, unknown> = {}) => {
  const answers = { ...ANSWERS, ...more };
  return vi
    .spyOn(api, 'get')
    .mockImplementation(((path: string) =>
      path in answers ? Promise.resolve(answers[path]) : new Promise(() => undefined)) as never);
};
const forever = () => new Promise(() => undefined) as never;
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' });
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));

const stored = {
  id: 7,
  name: 'Natal',
  status: 'INATIVA',
  message1: 'Oi',
  confirmation: true,
  confirmationMessage1: 'Posso?',
  scheduledAt: null,
  whatsappIds: [3],
  contactListId: 4,
  tagListId: null,
  fileListId: 8,
  mediaPath: 'cartaz.png',
  mediaName: 'cartaz.png',
  dailyCap: null,
  window: { weekdays: [1], start: '08:00', end: '12:00', skipHolidays: true },
  templates: [],
} as unknown as Campaign;

async function show(record: Campaign | null) {
  answer();
  renderSignedIn(<CampaignDialog record={record} onClose={vi.fn()} />, admin);
  await screen.findByRole('dialog');
  await screen.findByRole('checkbox', { name: 'Matriz' });
  await screen.findByRole('option', { name: 'Catálogo' });
}

/** Whatever the form of the dialog lets be changed. */
const changeable = () =>
  [...(document.querySelector('form')?.querySelectorAll<HTMLInputElement>('input, select, textarea, button') ?? [])]
    .filter((element) => element.role !== 'tab' && !element.disabled && !element.readOnly)
    .map((element) => element.labels?.[0]?.textContent ?? element.textContent);

// spec: A023 A066
it.each(['EM_ANDAMENTO', 'FINALIZADA'] as const)(
  'lets nothing at all of a campaign at %s be changed, but shows it whole',
  async (status) => {
    await show({ ...stored, status });
    expect(changeable()).toEqual([]);
    expect(field('Confirmação 1').value).toBe('Posso?');
    expect(screen.getByRole('switch', { name: 'Pedir confirmação antes' }).getAttribute('aria-checked')).toBe('true');
  },
);

// spec: A023 A044 A112
it('sends a new campaign to the list, with the files and by the numbers that were chosen, in their order', async () => {
  const post = vi.spyOn(api, 'post').mockImplementation(forever);
  await show(null);
  write('Nome', 'Natal');
  write('Lista de contatos', '4');
  write('Lista de arquivos', '8');
  for (const name of ['Filial', 'Matriz']) fireEvent.click(screen.getByRole('checkbox', { name }));
  write('Mensagem 1', 'Oi');
  fireEvent.click(screen.getByRole('tab', { name: /Mensagem 2$/ }));
  write('Mensagem 2', 'Olá');
  save();
  const made = () => post.mock.calls.filter(([path]) => path === '/campaigns');
  await waitFor(() => expect(made()).toHaveLength(1));
  const ids = { contactListId: 4, fileListId: 8, whatsappIds: [5, 3] };
  expect(made()[0]?.[1]).toMatchObject({ body: { name: 'Natal', message1: 'Oi', message2: 'Olá', ...ids } });
});

// spec: A023 A044 A065 A112
it('sends when a new campaign begins, and that its people are asked first and how', async () => {
  setZone('America/Sao_Paulo');
  const post = vi.spyOn(api, 'post').mockImplementation(forever);
  await show(null);
  expect(field('Começa em (opcional)').value).toBe('');
  expect(screen.getByRole('switch', { name: 'Pedir confirmação antes' }).getAttribute('aria-checked')).toBe('false');
  write('Nome', 'Natal');
  write('Começa em (opcional)', '24/12/2036 09:30');
  fireEvent.blur(field('Começa em (opcional)'));
  fireEvent.click(screen.getByRole('switch', { name: 'Pedir confirmação antes' }));
  write('Confirmação 1', 'Posso?');
  fireEvent.click(screen.getByRole('tab', { name: /Confirmação 5$/ }));
  write('Confirmação 5', 'Pode ser?');
  save();
  const made = () => post.mock.calls.filter(([path]) => path === '/campaigns');
  await waitFor(() => expect(made()).toHaveLength(1));
  const asks = { confirmation: true, confirmationMessage1: 'Posso?', confirmationMessage5: 'Pode ser?' };
  expect(made()[0]?.[1]).toMatchObject({ body: { scheduledAt: '2036-12-24T12:30:00.000Z', ...asks } });
});

// spec: A044 A112
it('sends a campaign to the people of a tag in the place of a list', async () => {
  const post = vi.spyOn(api, 'post').mockImplementation(forever);
  await show(null);
  write('Nome', 'Natal');
  write('Ou uma tag', '6');
  expect(field('Lista de contatos').disabled).toBe(true);
  save();
  const made = () => post.mock.calls.filter(([path]) => path === '/campaigns');
  await waitFor(() => expect(made()[0]?.[1]).toMatchObject({ body: { tagListId: 6 } }));
});

// spec: A083
it('says what is wrong with the name of a campaign, and sends nothing', async () => {
  const post = vi.spyOn(api, 'post').mockImplementation(forever);
  await show(null);
  save();
  expect(await screen.findByText('Obrigatório')).toBeTruthy();
  write('Nome', 'N');
  expect(await screen.findByText('Muito curto!')).toBeTruthy();
  expect(post.mock.calls.filter(([path]) => path === '/campaigns')).toEqual([]);
});

// spec: A044 A112
it('shows the file of a campaign, and takes it off once its words are saved', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(stored as never);
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({} as never);
  vi.spyOn(api, 'post').mockImplementation(forever);
  await show(stored);
  fireEvent.click(screen.getByRole('button', { name: /cartaz\.png/ }));
  save();
  const of = ['/campaigns/{id}/media-upload', { path: { id: 7 } }] as const;
  await waitFor(() => expect(remove.mock.calls).toEqual([of]));
  expect(put.mock.calls.map(([path]) => path)).toEqual(['/campaigns/{id}']);
});

// spec: A044 A112
it('sends the file of a campaign once its words are saved', async () => {
  const put = vi.spyOn(api, 'put').mockResolvedValue(stored as never);
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({} as never);
  vi.spyOn(api, 'post').mockImplementation(forever);
  await show(stored);
  const file = new File(['x'], 'novo.png');
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files: [file] } });
  expect(screen.getByRole('button', { name: /novo\.png/ })).toBeTruthy();
  save();
  const sent = ['/campaigns/{id}/media-upload', { path: { id: 7 }, form: { file } }];
  await waitFor(() => expect(upload.mock.calls).toEqual([sent]));
  expect(put).toHaveBeenCalledOnce();
});

// spec: A045 A141
it('shows the pace and the words that are stored, and saves each that was changed', async () => {
  const rows = { messageInterval: 5, longerIntervalAfter: 10, greaterInterval: 80 };
  const words = [
    { key: 'cupom', value: 'NATAL10' },
    { key: 'loja', value: 'Centro' },
  ];
  const settings = Object.entries({ ...rows, variables: words });
  answer({ '/campaign-settings': settings.map(([key, value]) => ({ key, value: JSON.stringify(value) })) });
  const post = vi.spyOn(api, 'post').mockResolvedValue([] as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  renderSignedIn(<ConfigPage />, admin);
  await screen.findByText('{loja}');
  const LABELS = ['Intervalo entre mensagens', 'Intervalo maior após', 'Intervalo maior'];
  expect(LABELS.map((label) => field(label).value)).toEqual(['5', '10', '80']);
  expect(screen.getByText('{cupom}').closest('li')?.textContent).toBe('{cupom}NATAL10');
  LABELS.forEach((label, at) => write(label, ['15', '30', '120'][at] ?? ''));
  fireEvent.click(screen.getByRole('button', { name: 'Tirar a variável cupom' }));
  save();
  const changed = { messageInterval: 15, longerIntervalAfter: 30, greaterInterval: 120, variables: words.slice(1) };
  await waitFor(() => expect(post.mock.calls).toEqual([['/campaign-settings', { body: { settings: changed } }]]));
  await waitFor(() => expect(said.mock.calls).toEqual([['Ajustes salvos.']]));
});
