import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { Schedule } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { toast } from '@/ui/toast';
import { ScheduleDialog } from './components/ScheduleDialog';
import SchedulesPage from './SchedulesPage';

const wide = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => wide);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOW);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  setZone(null);
});

const contact = { id: 7, name: 'Beatriz', number: '5511988887777', profilePicUrl: '' };
const NOW = new Date('2026-11-25T12:00:00Z');
const tomorrow = new Date(NOW.getTime() + 86_400_000).toISOString();
const schedule = (id: number, more: Partial<Schedule> = {}) =>
  ({
    id,
    body: `Até amanhã ${id}`,
    contactId: 7,
    contact,
    sendAt: tomorrow,
    sentAt: null,
    status: 'PENDENTE',
    userId: 1,
    user: { id: 1, name: 'Marina' },
    ...more,
  }) as Schedule;

interface Asked {
  searchParam: string;
  pageNumber: number;
}

// spec: A110
it('asks for every page of the schedules, and searches them', async () => {
  const get = vi.spyOn(api, 'get').mockImplementation(((_: string, { query }: { query: Asked }) =>
    Promise.resolve({
      schedules: [schedule(query.pageNumber, { contact: { ...contact, name: `Cliente ${query.pageNumber}` } })],
      count: 2,
      hasMore: query.pageNumber === 1,
    })) as never);
  const asked = () => get.mock.calls.map(([path, more]) => [path, (more as { query: Asked }).query]);
  renderSignedIn(<SchedulesPage />);
  expect(await screen.findByText(/Cliente 1/)).toBeTruthy();
  expect(screen.getByText(/Cliente 2/)).toBeTruthy();
  expect(asked()).toMatchObject([1, 2].map((pageNumber) => ['/schedules', { searchParam: '', pageNumber }]));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Pesquisar agendamentos' }), { target: { value: 'bia' } });
  await waitFor(() => expect(asked()[2]).toMatchObject(['/schedules', { searchParam: 'bia', pageNumber: 1 }]));
});

// spec: A135
it('asks for schedules when the typing has rested for 500 ms', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue({ schedules: [], count: 0, hasMore: false });
  const asked = () => get.mock.calls.filter(([, options]) => JSON.stringify(options ?? {}).includes('bia'));
  renderSignedIn(<SchedulesPage />);
  const field = await screen.findByRole('searchbox', { name: 'Pesquisar agendamentos' });
  vi.useFakeTimers();
  fireEvent.change(field, { target: { value: 'bia' } });
  await act(() => vi.advanceTimersByTimeAsync(499));
  expect(asked()).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(asked()).toHaveLength(1);
});

const WORKDAYS = ['seg.', 'ter.', 'qua.', 'qui.', 'sex.'];
const WEEK = ['dom.', ...WORKDAYS, 'sáb.'];

// spec: A021
it.each([
  ['Mês', 'novembro de 2026', WEEK],
  ['Semana', '22 de nov. – 28 de nov.', WEEK],
  ['Dias úteis', '23 de nov. – 27 de nov.', WORKDAYS],
  ['Dia', 'quarta-feira, 25 de novembro', ['qua.']],
])('shows as %s what lies in %s, below the days %s', async (view, title, days) => {
  vi.spyOn(api, 'get').mockResolvedValue({ schedules: [], count: 0, hasMore: false });
  renderSignedIn(<SchedulesPage />);
  fireEvent.click(await screen.findByRole('tab', { name: view }));
  expect(screen.getByRole('heading', { level: 2, name: title })).toBeTruthy();
  // the heads have no roles; a day's number stands behind its name
  const heads = [...document.querySelectorAll('.rbc-header')];
  expect(heads.map(({ textContent }) => textContent.replace(/, \d+$/, ''))).toEqual(days);
});

async function showAgenda(schedules: Schedule[]) {
  setZone('America/Sao_Paulo');
  const page = { schedules, count: schedules.length, hasMore: false };
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    Promise.resolve(path === '/schedules' ? page : [])) as never);
  renderSignedIn(<SchedulesPage />);
  fireEvent.click(await screen.findByRole('tab', { name: 'Agenda' }));
}

// spec: A021 S142
it('has an agenda of the coming month in Portuguese', async () => {
  await showAgenda([schedule(3, { sendAt: '2026-11-25T15:00:00Z' })]);
  expect(screen.getByRole('heading', { level: 2, name: '25 de nov. – 25 de dez.' })).toBeTruthy();
  const heads = [...document.querySelectorAll('.rbc-agenda-view th')].map(({ textContent }) => textContent);
  expect(heads).toEqual(['Data', 'Hora', 'Mensagem para']);
  for (const text of ['qua., 25 de nov.', '12:00', 'Beatriz']) expect(screen.getByText(text), text).toBeTruthy();
});

// spec: A021
it('says in Portuguese that nothing is in the agenda', async () => {
  await showAgenda([]);
  expect(await screen.findByText('Não há agendamentos neste período.')).toBeTruthy();
});

// spec: A021
it.each(['Mês', 'Semana', 'Dias úteis', 'Dia', 'Agenda'])(
  'shows as %s who is written to, to be edited and deleted',
  async (view) => {
    const schedules = [schedule(3, { sendAt: '2026-11-25T15:00:00Z' })];
    const page = { schedules, count: 1, hasMore: false };
    vi.spyOn(api, 'get').mockImplementation(((path: string) =>
      Promise.resolve(path === '/schedules' ? page : [])) as never);
    renderSignedIn(<SchedulesPage />);
    fireEvent.click(await screen.findByRole('tab', { name: view }));
    const named = await screen.findByRole('button', { name: /Beatriz.*, Mensagem Pendente$|^Beatriz/ });
    const opens = async (button: HTMLElement, what: string) => {
      fireEvent.click(button);
      const dialog = await screen.findByRole('dialog', { name: what });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    // a button in another one is read out by nobody
    expect(named.parentElement?.closest('button, [role=button]')).toBeNull();
    await opens(named, 'Mensagem Pendente');
    await opens(screen.getByRole('button', { name: 'Editar o agendamento de Beatriz' }), 'Mensagem Pendente');
    await opens(screen.getByRole('button', { name: 'Excluir o agendamento de Beatriz' }), 'Excluir este agendamento?');
  },
);

it('keeps the focus in the calendar when a day of the month is gone to', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({ schedules: [], count: 0, hasMore: false });
  renderSignedIn(<SchedulesPage />);
  const day = (await screen.findAllByRole('button', { name: '15' }))[0]!;
  day.focus();
  fireEvent.click(day);
  await waitFor(() => expect(day.isConnected).toBe(false));
  expect(document.activeElement?.contains(screen.getByText('08:00'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

const send = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Anexar imagem'), { target: { files: [file] } });

// spec: A110
it('makes a schedule, and brings its picture once it is there', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([]);
  const post = vi.spyOn(api, 'post').mockResolvedValue(schedule(4));
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({} as never);
  renderSignedIn(<ScheduleDialog schedule={null} contact={contact} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText('Mensagem'), { target: { value: 'Até amanhã' } });
  const file = new File(['x'], 'cartaz.png');
  choose(file);
  send('Agendar');
  const body = { contactId: 7, body: 'Até amanhã', userId: 1, whatsappId: null };
  await waitFor(() => expect(post.mock.calls).toMatchObject([['/schedules', { body }]]));
  const sent = ['/schedules/{id}/media-upload', { path: { id: 4 }, form: { file } }];
  await waitFor(() => expect(upload.mock.calls).toEqual([sent]));
});

// spec: A110
it('changes a schedule, takes its picture off, and deletes it', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([]);
  const put = vi.spyOn(api, 'put').mockResolvedValue(schedule(4));
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ message: '' } as never);
  const stored = schedule(4, { mediaPath: 'x', mediaName: 'cartaz.png' });
  const { unmount } = renderSignedIn(<ScheduleDialog schedule={stored} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText('Mensagem'), { target: { value: 'Até depois' } });
  send('Remover a imagem');
  send('Salvar');
  const change = ['/schedules/{id}', { path: { id: 4 }, body: { contactId: 7, body: 'Até depois' } }];
  await waitFor(() => expect(put.mock.calls).toMatchObject([change]));
  expect(remove.mock.calls).toEqual([['/schedules/{id}/media-upload', { path: { id: 4 } }]]);
  unmount();
  renderSignedIn(<ScheduleDialog schedule={schedule(5)} asksDelete onClose={vi.fn()} />);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(remove.mock.calls).toContainEqual(['/schedules/{id}', { path: { id: 5 } }]));
});

// spec: A122
it('says why a schedule cannot be deleted, and keeps it', async () => {
  vi.spyOn(api, 'delete').mockRejectedValue(new ApiError('ERR_SCHEDULE_SENT', 409, ''));
  const [told, said] = [vi.spyOn(toast, 'error').mockReturnValue(), vi.spyOn(toast, 'success').mockReturnValue()];
  await showAgenda([schedule(3, { sendAt: '2026-11-25T15:00:00Z' })]);
  fireEvent.click(screen.getByRole('button', { name: 'Excluir o agendamento de Beatriz' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
  const words = 'A mensagem já saiu e não pode mais ser alterada.';
  await waitFor(() => expect(told.mock.calls).toEqual([[words]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Excluir o agendamento de Beatriz' })).toBeTruthy();
  expect(said).not.toHaveBeenCalled();
});
