import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Schedule } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { toast } from '@/ui/toast';
import { ScheduleDialog } from './ScheduleDialog';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterEach(() => {
  vi.useRealTimers();
  server.resetHandlers();
});
afterAll(() => server.close());

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const schedule: Schedule = {
  id: 1,
  body: 'Até amanhã',
  contactId: 7,
  contact: { id: 7, name: 'Beatriz', number: '5511988887777', profilePicUrl: '' },
  sendAt: tomorrow,
  sentAt: null,
  status: 'PENDENTE',
  error: null,
  mediaPath: null,
  mediaName: null,
  userId: 1,
  user: { id: 1, name: 'Marina' },
  whatsappId: null,
  repeat: null,
  repeatUntil: null,
  template: null,
  createdAt: tomorrow,
  updatedAt: tomorrow,
};

// Fails while the shown contact begins anew with the fields, which go while the deletion is asked about.
it('shows the contact that it will save, also after a deletion that was thought better of', async () => {
  let saved: unknown = null;
  server.use(
    http.get('*/api/contacts', () =>
      HttpResponse.json({
        contacts: [{ id: 8, name: 'Caio Lins', number: '5511977776666', profilePicUrl: null }],
        count: 1,
        hasMore: false,
      }),
    ),
    http.put('*/api/schedules/1', async ({ request }) => {
      saved = await request.json();
      return HttpResponse.json(schedule);
    }),
  );
  renderSignedIn(<ScheduleDialog schedule={schedule} onClose={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Escolher outro contato' }));
  fireEvent.change(screen.getByRole('combobox', { name: /Contato/ }), { target: { value: 'Caio' } });
  fireEvent.click(await screen.findByRole('option', { name: /Caio Lins/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  await screen.findByText('Excluir este agendamento?');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(await screen.findByText('Caio Lins')).toBeTruthy();
  expect(screen.queryByText('Beatriz')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saved).toMatchObject({ contactId: 8 }));
});

it('offers the templates of a number of the official API instead of a text', async () => {
  let saved: unknown = null;
  const cloud = { id: 3, name: 'Matriz', provider: 'cloud', queues: [] };
  const template = {
    id: 7,
    whatsappId: 3,
    name: 'pedido_pronto',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    rejectedReason: null,
    refreshedAt: tomorrow,
    components: [{ type: 'BODY', text: 'Olá {{1}}, seu pedido saiu.' }],
  };
  server.use(
    http.get('*/api/whatsapp', () => HttpResponse.json([cloud])),
    http.get('*/api/whatsapp/3/templates', () => HttpResponse.json([template])),
    http.put('*/api/schedules/1', async ({ request }) => {
      saved = await request.json();
      return HttpResponse.json(schedule);
    }),
  );
  renderSignedIn(<ScheduleDialog schedule={schedule} onClose={vi.fn()} />);
  await screen.findByRole('option', { name: 'Matriz' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Conexão' }), { target: { value: '3' } });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Modelo (opcional)' }), { target: { value: '7' } });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Texto: variável 1' }), { target: { value: 'Ana' } });
  expect(screen.queryByRole('textbox', { name: 'Mensagem' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(saved).toMatchObject({
      whatsappId: 3,
      body: 'Olá Ana, seu pedido saiu.',
      template: { templateId: 7, values: { header: [], body: ['Ana'], buttons: [], place: null } },
    }),
  );
});

// the picture above its text
const shown = {
  id: 8,
  whatsappId: 3,
  name: 'vitrine',
  language: 'pt_BR',
  category: 'MARKETING',
  status: 'APPROVED',
  rejectedReason: null,
  refreshedAt: tomorrow,
  headerFile: null,
  components: [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Veja a nova vitrine.' },
  ],
};

it('asks for the file of a template that has none, and sends it once the schedule is there', async () => {
  const calls: string[] = [];
  const note = ({ request }: { request: Request }) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return HttpResponse.json(schedule);
  };
  server.use(
    http.get('*/api/whatsapp', () => HttpResponse.json([{ id: 3, name: 'Matriz', provider: 'cloud', queues: [] }])),
    http.get('*/api/whatsapp/3/templates', () => HttpResponse.json([shown])),
    http.put('*/api/schedules/1', note),
    http.post('*/api/schedules/1/media-upload', note),
  );
  renderSignedIn(<ScheduleDialog schedule={schedule} onClose={vi.fn()} />);
  await screen.findByRole('option', { name: 'Matriz' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Conexão' }), { target: { value: '3' } });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Modelo (opcional)' }), { target: { value: '8' } });
  const group = within(await screen.findByRole('group', { name: 'Imagem do cabeçalho' }));
  expect(group.getByText('Escolha o arquivo que vai acima do texto.')).toBeTruthy();
  // a picture of a text is none of a template
  expect(screen.queryByText('Escolher imagem')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(group.getByText('Escolha o arquivo que vai acima do texto.').dataset.tone).toBe('danger'));
  expect(calls).toEqual([]);

  const picker = group.getByLabelText<HTMLInputElement>('Anexar arquivo', { selector: 'input' });
  expect(picker.accept).toBe('.jpg,.jpeg,.png');
  fireEvent.change(picker, { target: { files: [new File(['x'], 'vitrine.png', { type: 'image/png' })] } });
  expect(group.getByText('vitrine.png')).toBeTruthy();
  expect(group.queryByText('Escolha o arquivo que vai acima do texto.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(calls).toEqual(['PUT /api/schedules/1', 'POST /api/schedules/1/media-upload']));
});

it('says which file of the template goes, and that the stored one goes instead', async () => {
  server.use(
    http.get('*/api/whatsapp', () => HttpResponse.json([{ id: 3, name: 'Matriz', provider: 'cloud', queues: [] }])),
    http.get('*/api/whatsapp/3/templates', () => HttpResponse.json([{ ...shown, headerFile: 'fachada.jpg' }])),
  );
  const template = { templateId: 8, values: { header: [], body: [], buttons: [], place: null } };
  const stored = { ...schedule, whatsappId: 3, template, mediaPath: 'x', mediaName: 'natal.png' } as Schedule;
  renderSignedIn(<ScheduleDialog schedule={stored} onClose={vi.fn()} />);
  const group = within(await screen.findByRole('group', { name: 'Imagem do cabeçalho' }));
  expect(group.getByText('natal.png')).toBeTruthy();
  expect(group.queryByText(/Sem outra escolha/)).toBeNull();
  fireEvent.click(group.getByRole('button', { name: 'Tirar natal.png' }));
  expect(await group.findByText('Sem outra escolha, vai fachada.jpg.')).toBeTruthy();
});

// spec: S068 A071
it.each([
  ['PENDENTE', 'Mensagem Pendente', true],
  ['AGENDADA', 'Mensagem Agendada', false],
  ['ENVIADA', 'Mensagem Enviada', false],
  ['ERRO', 'Erro de Envio', true],
] as const)('is named by its status %s, and saved again only while it was not sent', (status, title, isOpen) => {
  const sentAt = status === 'ENVIADA' ? tomorrow : null;
  renderSignedIn(<ScheduleDialog schedule={{ ...schedule, status, sentAt }} onClose={vi.fn()} />);
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Salvar' }) !== null).toBe(isOpen);
});

// spec: S068
it('is for an hour from now unless another time is chosen', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-20T17:05:00Z'));
  setZone('America/Sao_Paulo');
  renderSignedIn(<ScheduleDialog schedule={null} onClose={vi.fn()} />);
  const field = screen.getByLabelText<HTMLInputElement>('Data de envio', { selector: 'input' });
  expect(field.value).toBe('20/11/2026 15:05');
  setZone(null);
});

// spec: S106 S131
it('is stored before its picture, and says that it was saved', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const post = vi.spyOn(api, 'post').mockResolvedValue(schedule as never);
  const upload = vi.spyOn(api, 'upload').mockResolvedValue({} as never);
  renderSignedIn(<ScheduleDialog schedule={null} contact={schedule.contact} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText('Mensagem'), { target: { value: 'Até amanhã' } });
  const picture = new File(['x'], 'festa.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('Anexar imagem', { selector: 'input' }), { target: { files: [picture] } });
  fireEvent.click(screen.getByRole('button', { name: 'Agendar' }));
  await waitFor(() => expect(said.mock.calls).toEqual([['Agendamento salvo com sucesso!']]));
  expect(post.mock.calls).toMatchObject([['/schedules', { body: { contactId: 7, body: 'Até amanhã', userId: 1 } }]]);
  const to = { path: { id: 1 }, form: { file: picture } };
  expect(upload.mock.calls).toEqual([['/schedules/{id}/media-upload', to]]);
});

// spec: S106 S131
it('loses its picture before it is changed, and says both', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  const said = vi.spyOn(toast, 'success').mockReturnValue();
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({} as never);
  const put = vi.spyOn(api, 'put').mockResolvedValue(schedule as never);
  const stored = { ...schedule, mediaPath: 'x', mediaName: 'festa.png' };
  renderSignedIn(<ScheduleDialog schedule={stored} onClose={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remover a imagem' }));
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  const words = [['Agendamento salvo com sucesso!'], ['Mídia excluída com sucesso!']];
  await waitFor(() => expect(said.mock.calls).toEqual(words));
  const path = { id: 1 };
  expect(remove.mock.calls).toEqual([['/schedules/{id}/media-upload', { path }]]);
  expect(put.mock.calls).toMatchObject([['/schedules/{id}', { path, body: { body: 'Até amanhã', userId: 1 } }]]);
});

// spec: S134
it('is sent 400 ms after the click', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  const put = vi.spyOn(api, 'put').mockResolvedValue(schedule as never);
  renderSignedIn(<ScheduleDialog schedule={schedule} onClose={vi.fn()} />);
  const save = await screen.findByRole('button', { name: 'Salvar' });
  vi.useFakeTimers();
  fireEvent.click(save);
  await act(() => vi.advanceTimersByTimeAsync(399));
  expect(put).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(put).toHaveBeenCalledTimes(1);
});

// spec: S075
it('attaches pictures of the three kinds, and says of another file that it does not', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  renderSignedIn(<ScheduleDialog schedule={schedule} onClose={vi.fn()} />);
  const field = await screen.findByLabelText<HTMLInputElement>('Anexar imagem', { selector: 'input' });
  expect(field.accept).toBe('.png,.jpg,.jpeg');
  const choose = (name: string) => fireEvent.change(field, { target: { files: [new File(['x'], name)] } });
  choose('festa.gif');
  expect(said.mock.calls).toEqual([['Só imagens PNG, JPG ou JPEG podem ser anexadas.']]);
  expect(screen.queryByText('festa.gif')).toBeNull();
  choose('festa.jpeg');
  expect(screen.getByText('festa.jpeg')).toBeTruthy();
  expect(said).toHaveBeenCalledTimes(1);
});

// spec: S051 S075
it('shows the picture that it has, and the way to take it off', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  renderSignedIn(
    <ScheduleDialog schedule={{ ...schedule, mediaPath: 'x', mediaName: 'festa.png' }} onClose={vi.fn()} />,
  );
  expect(await screen.findByText('festa.png')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remover a imagem' }));
  expect(screen.queryByText('festa.png')).toBeNull();
});

// spec: S075
it('says at its fields what a new one lacks, and is not sent', async () => {
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  const post = vi.spyOn(api, 'post').mockResolvedValue(schedule as never);
  renderSignedIn(<ScheduleDialog schedule={null} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText('Mensagem'), { target: { value: 'Oi!!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Agendar' }));
  expect(await screen.findByText('Mensagem muito curta')).toBeTruthy();
  // nobody was chosen
  expect(screen.getByText('Obrigatório')).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
});
