import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { ConversationContext, type ConversationActions } from '@/features/tickets/message/conversationActions';
import { RowView } from './RowView';

const done = {
  reply: vi.fn(),
  remove: vi.fn(),
  markUnread: vi.fn(),
  openImage: vi.fn(),
  talkTo: vi.fn(),
};
const actions = {
  ...done,
  groupId: null,
  canMarkUnread: true,
  isReadOnly: false,
  jumpTo: vi.fn(),
  renewLink: () => Promise.resolve(null),
  canEdit: () => false,
  canRemove: () => true,
} as unknown as ConversationActions;

function show(more: Partial<Message>) {
  const message = makeMessage(more);
  const view = renderSignedIn(
    <ConversationContext value={actions}>
      <RowView row={message} />
    </ConversationContext>,
  );
  const choose = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Opções da mensagem' }));
    fireEvent.click(await screen.findByRole('menuitem', { name }));
  };
  return { message, choose, ...view };
}

afterEach(() => vi.clearAllMocks());

// spec: S035
describe('the menu of a message', () => {
  it.each([
    ['Responder', done.reply],
    ['Marcar como não lida', done.markUnread],
  ])('does what it says: %s', async (name, act) => {
    const { message, choose } = show({});
    await choose(name);
    expect(act).toHaveBeenCalledExactlyOnceWith(message);
  });

  it('deletes a message once its question is answered', async () => {
    const { message, choose } = show({ fromMe: true });
    const answer = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
    await choose('Apagar');
    await answer('Cancelar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose('Apagar');
    expect(done.remove).not.toHaveBeenCalled();
    await answer('Apagar');
    expect(done.remove).toHaveBeenCalledExactlyOnceWith(message);
  });
});

const file = { mediaUrl: '/api/media/1', mediaName: 'foto.jpg', body: '' };

// spec: S034 S046
describe('what a message carries', () => {
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  });

  it('is a picture that is seen, and opens in its whole size', async () => {
    const { message, container } = show({ ...file, mediaType: 'image' });
    expect(container.querySelector('img[src="/api/media/1"]')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Ampliar a imagem' }));
    expect(done.openImage).toHaveBeenCalledExactlyOnceWith(message);
  });

  it('is a film that can be played and stopped', async () => {
    const { container } = show({ ...file, mediaType: 'video' });
    await waitFor(() => expect(container.querySelector('video[src="/api/media/1"]')).toBeTruthy());
    expect(container.querySelector('video')?.controls).toBe(true);
  });

  it('is a sound that is played by its button', async () => {
    const { container } = show({ ...file, mediaType: 'audio' });
    fireEvent.click(await screen.findByRole('button', { name: 'Tocar' }));
    expect(container.querySelector('audio')?.getAttribute('src')).toBe('/api/media/1');
    expect(vi.mocked(HTMLMediaElement.prototype.play).mock.contexts).toEqual([container.querySelector('audio')]);
  });

  it('is a person who can be written to', async () => {
    const body = 'BEGIN:VCARD\nFN:Paulo Nogueira\nTEL;waid=5511977775555:+55 11 97777-5555\nEND:VCARD';
    show({ mediaType: 'vcard', body });
    fireEvent.click(await screen.findByRole('button', { name: 'Conversar' }));
    expect(done.talkTo).toHaveBeenCalledExactlyOnceWith({ name: 'Paulo Nogueira', number: '5511977775555' });
  });
});
