import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Episode, Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { color } from '@/styles/tokens';
import type { Outgoing } from '@/features/tickets/composer/outgoing';
import { ConversationContext, type ConversationActions } from '@/features/tickets/message/conversationActions';
import { canEdit, canRemove } from '@/features/tickets/message/edits';
import type { Row } from './rows';
import { RowView } from './RowView';

const actions = {
  groupId: null,
  canMarkUnread: false,
  isReadOnly: true,
  reply: null,
  jumpTo: vi.fn(),
  renewLink: () => Promise.resolve(null),
  canEdit: () => false,
  canRemove: () => false,
  fetchFile: vi.fn(),
} as unknown as ConversationActions;

function show(row: Row) {
  return renderSignedIn(
    <ConversationContext value={actions}>
      <RowView row={row} />
    </ConversationContext>,
  );
}
const NO_DETAILS = {
  referral: null,
  product: null,
  description: null,
  forwarded: null,
  sticker: false,
  form: null,
  rating: null,
  transcript: null,
  sources: [],
  history: false,
  recovered: false,
};
const showMessage = (more: Partial<Message>) => show(makeMessage(more));
const file = { mediaUrl: '/api/media/1', mediaName: 'nota.pdf', mediaSize: 182_400, mediaDuration: 24 };
const card = 'BEGIN:VCARD\nFN:Paulo Nogueira\nTEL;waid=5511977775555:+55 11 97777-5555\nEND:VCARD';

// spec: S034
describe('the conversation shows', () => {
  it('a picture, a film, a sound and a file that can be fetched', async () => {
    const picture = showMessage({ ...file, mediaType: 'image', body: '' });
    expect(await screen.findByRole('button', { name: 'Ampliar a imagem' })).toBeTruthy();
    picture.unmount();
    const film = showMessage({ ...file, mediaType: 'video', body: '' });
    await waitFor(() => expect(film.container.querySelector('video')).toBeTruthy());
    film.unmount();
    const sound = showMessage({ ...file, mediaType: 'audio', body: '' });
    expect(await screen.findByRole('button', { name: 'Tocar' })).toBeTruthy();
    sound.unmount();
    showMessage({ ...file, mediaType: 'application', body: 'nota.pdf' });
    expect(await screen.findByText('nota.pdf')).toBeTruthy();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: /Baixar/ }).download).toBe('nota.pdf');
  });

  // spec: S118
  it('a file that is on its way, and one that was given up with a way to try again', async () => {
    const lost = { mediaType: 'image', mediaUrl: null, body: '' } as const;
    const pending = showMessage(lost);
    expect(await screen.findByText('O arquivo ainda está chegando…')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
    pending.unmount();
    const message = makeMessage({ ...lost, error: 'ERR_WAPP_DOWNLOAD_MEDIA' });
    renderSignedIn(
      <ConversationContext value={{ ...actions, isReadOnly: false }}>
        <RowView row={message} />
      </ConversationContext>,
    );
    expect(await screen.findByText('Não foi possível baixar a mídia do WhatsApp.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(actions.fetchFile).toHaveBeenCalledExactlyOnceWith(message);
  });

  it('a file of a phone’s past that nobody has asked for yet', async () => {
    const details = { ...NO_DETAILS, history: true };
    const message = makeMessage({
      mediaType: 'image',
      mediaUrl: null,
      body: '',
      error: 'ERR_WAPP_DOWNLOAD_MEDIA',
      details,
    });
    renderSignedIn(
      <ConversationContext value={{ ...actions, isReadOnly: false }}>
        <RowView row={message} />
      </ConversationContext>,
    );
    expect(await screen.findByText(/não foi trazido/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Trazer o arquivo' })).toBeTruthy();
  });

  it('a place, a person and a missed call', async () => {
    const location = {
      latitude: -23.5614,
      longitude: -46.6559,
      name: 'Loja Centro',
      address: 'Avenida Paulista, 1578',
    };
    const place = showMessage({ mediaType: 'locationMessage', body: '', location });
    expect(await screen.findByText('Loja Centro')).toBeTruthy();
    place.unmount();
    const approved = showMessage({ mediaType: null, body: 'Passe na loja!', location, fromMe: true });
    expect(await screen.findByText('Loja Centro')).toBeTruthy();
    expect(screen.getByText('Passe na loja!')).toBeTruthy();
    approved.unmount();
    const person = showMessage({ mediaType: 'vcard', body: card });
    expect(await screen.findByText('Paulo Nogueira')).toBeTruthy();
    expect(screen.getByText('+55 11 97777-5555')).toBeTruthy();
    person.unmount();
    showMessage({ mediaType: 'call_log', body: '' });
    expect(await screen.findByText('Chamada perdida')).toBeTruthy();
  });

  it('what is quoted, what was edited and what was deleted', async () => {
    const quotedMsg = {
      id: 9,
      body: 'É o 48213',
      fromMe: false,
      mediaType: null,
      mediaUrl: null,
      contact: { id: 1, name: 'Bia' },
    };
    const reply = showMessage({ body: 'Já vejo', quotedMsg, isEdited: true, fromMe: true });
    expect(screen.getByText('É o 48213')).toBeTruthy();
    expect(screen.getByText(/[Ee]ditada/)).toBeTruthy();
    reply.unmount();
    showMessage({ body: 'Errei', isDeleted: true });
    expect(screen.getByText('Apagada')).toBeTruthy();
  });
});

// spec: S034
describe('a conversation is told apart', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date('2026-07-03T15:00:00Z'));
    setZone('America/Sao_Paulo');
  });
  afterEach(() => {
    vi.useRealTimers();
    setZone(null);
  });

  it.each([
    ['2026-07-03T12:00:00Z', 'Hoje'],
    ['2026-07-02T12:00:00Z', 'Ontem'],
    ['2026-07-01T12:00:00Z', /1 de julho/],
  ])('by its days: %s is %s', (at, name) => {
    show({ kind: 'day', key: 'd1', at });
    expect(screen.getByText(name)).toBeTruthy();
  });

  it('by where a ticket started and where it was closed', () => {
    const times = { createdAt: '2026-07-01T12:00:00Z', closedAt: '2026-07-02T21:30:00Z' };
    const episode: Episode = { id: 48, uuid: 'u', status: 'closed', queue: null, user: null, ...times };
    const started = show({ kind: 'episode', key: 's48', change: 'started', episode });
    expect(started.container.textContent).toBe('Atendimento #48 iniciado em 01/07/2026 às 09:00');
    started.unmount();
    const closed = show({ kind: 'episode', key: 'c48', change: 'closed', episode });
    expect(closed.container.textContent).toBe('Atendimento #48 encerrado em 02/07/2026 às 18:30');
  });
});

// spec: S035
it.each([
  ['his own', { fromMe: true, user: { id: 1, name: 'Marina' } }, ['Responder', 'Editar', 'Encaminhar', 'Apagar']],
  ["a customer's", { fromMe: false }, ['Responder', 'Encaminhar', 'Marcar como não lida']],
] as const)('the menu of %s message offers an attendant what he may do with it', async (_, more, names) => {
  const message = makeMessage({ ...more, sendState: more.fromMe ? 'accepted' : null });
  const at = Date.parse(message.createdAt);
  const marina = { id: 1, profile: 'user', queueIds: [], seesUnqueued: false } as const;
  const open: ConversationActions = {
    ...actions,
    isReadOnly: false,
    canMarkUnread: true,
    reply: vi.fn(),
    canEdit: (one) => canEdit(one, 'simulator', marina.id, at),
    canRemove: (one) => canRemove(one, 'simulator', marina, at),
  };
  renderSignedIn(
    <ConversationContext value={open}>
      <RowView row={message} />
    </ConversationContext>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Opções da mensagem' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(names);
});

// spec: S034 S046
it.each([
  [1, 'Enviando'],
  [2, 'Enviada'],
  [3, 'Entregue'],
  [4, 'Lida'],
  [5, 'Lida'],
])('a message that has come as far as %i has the tick %s, coloured once it was read', (ack, name) => {
  showMessage({ fromMe: true, ack });
  const { color: shown } = getComputedStyle(screen.getByRole('img', { name }));
  expect(shown === color.tick).toBe(ack >= 4);
});

// spec: S034 S138
it('a sound is played at the speeds 1, 1.5 and 2, one after the other', async () => {
  const sound = showMessage({ ...file, mediaType: 'audio', body: '' });
  const player = () => sound.container.querySelector('audio') as HTMLAudioElement;
  const speeds: number[] = [];
  for (const name of ['Velocidade 1×', 'Velocidade 1,5×', 'Velocidade 2×']) {
    const button = await screen.findByRole('button', { name });
    speeds.push(player().playbackRate);
    fireEvent.click(button);
  }
  expect(await screen.findByRole('button', { name: 'Velocidade 1×' })).toBeTruthy();
  expect([...speeds, player().playbackRate]).toEqual([1, 1.5, 2, 1]);
});

// spec: S034
it('what is quoted leads to it, and a place to its map', async () => {
  const quotedMsg = { id: 9, body: 'É o 48213', fromMe: false, mediaType: null, mediaUrl: null, contact: null };
  const reply = showMessage({ body: 'Já vejo', quotedMsg });
  fireEvent.click(screen.getByRole('button', { name: /É o 48213/ }));
  expect(actions.jumpTo).toHaveBeenCalledExactlyOnceWith(9);
  reply.unmount();
  const location = { latitude: -23.5614, longitude: -46.6559, name: null, address: null };
  showMessage({ mediaType: 'locationMessage', body: '', location });
  const map = await screen.findByRole('link', { name: /Abrir no mapa/ });
  expect(map.getAttribute('href')).toContain('-23.5614,-46.6559');
});

// spec: S120
it('says below a message why it was not sent', async () => {
  for (const [error, text] of [
    ['ERR_SENDING_WAPP_MSG', 'Erro ao enviar a mensagem do WhatsApp.'],
    ['ERR_CREATING_MESSAGE', 'Erro ao criar a mensagem.'],
  ] as const) {
    const shown = showMessage({ fromMe: true, sendState: 'rejected', error });
    expect(await screen.findByText(text)).toBeTruthy();
    shown.unmount();
  }
});

// spec: S120
it('says below what the server did not take why it was not sent', async () => {
  const outgoing: Outgoing = {
    clientId: 'c1',
    ticketId: 1,
    body: 'Oi',
    isPrivate: false,
    quoted: null,
    file: null,
    createdAt: '2026-07-01T12:00:00Z',
    state: 'failed',
    error: 'ERR_SENDING_WAPP_MSG',
    progress: 0,
  };
  show({ kind: 'outgoing', key: 'c1', outgoing });
  expect(await screen.findByText('Erro ao enviar a mensagem do WhatsApp.')).toBeTruthy();
});
