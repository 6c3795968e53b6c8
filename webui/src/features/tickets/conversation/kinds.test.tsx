import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { ConversationContext, type ConversationActions } from '@/features/tickets/message/conversationActions';
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
    expect(screen.getByRole('link', { name: /Baixar/ })).toBeTruthy();
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
    person.unmount();
    showMessage({ mediaType: 'call_log', body: '' });
    expect(await screen.findByText(/Chamada/)).toBeTruthy();
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
