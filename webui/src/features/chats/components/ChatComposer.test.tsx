import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api, ApiError } from '@/api/client';
import type { ChatMessage } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { currentChatDraft } from '@/state/chatDrafts';
import { signOut } from '@/state/session';
import { toast } from '@/ui/toast';
import { ChatComposer } from './ChatComposer';

afterEach(() => {
  cleanup();
  signOut();
  vi.restoreAllMocks();
});

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const write = (text: string) => fireEvent.change(box(), { target: { value: text } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));

function hold() {
  const settles: { resolve: (value: ChatMessage) => void; reject: (error: Error) => void }[] = [];
  const post = vi.spyOn(api, 'post').mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        settles.push({ resolve, reject });
      }),
  );
  return { post, settles };
}

// Without the mend the text was gone with the chat that was left, and with a failure after that.
it('keeps what was begun with its chat, and gives it back after a failure', async () => {
  const { settles } = hold();
  const say = vi.spyOn(toast, 'error');
  const first = renderSignedIn(<ChatComposer chatId={1} />);
  write('Quem fica');
  first.unmount();
  const other = renderSignedIn(<ChatComposer chatId={2} />);
  expect(box().value).toBe('');
  other.unmount();
  const again = renderSignedIn(<ChatComposer chatId={1} />);
  expect(box().value).toBe('Quem fica');
  send();
  await waitFor(() => expect(settles).toHaveLength(1));
  again.unmount();
  await act(async () => settles[0]?.reject(new ApiError('ERR_NETWORK', 0, '')));
  await waitFor(() => expect(currentChatDraft(1)).toBe('Quem fica'));
  // spec: A130
  expect(say).not.toHaveBeenCalled();
});

// Without the mend a slow first message arrived after the second, and the next key went to the button.
it('sends in order and gives the next key to the text', async () => {
  const { post, settles } = hold();
  const sender = { id: 1, name: 'Marina' };
  const sent = { id: 1, chatId: 1, message: 'um', senderId: 1, sender, createdAt: '2026-11-24T08:00:00Z' };
  renderSignedIn(<ChatComposer chatId={1} />);
  write('um');
  screen.getByRole('button', { name: 'Enviar' }).focus();
  send();
  expect(document.activeElement).toBe(box());
  write('dois');
  send();
  await waitFor(() => expect(settles).toHaveLength(1));
  await act(async () => settles[0]?.resolve(sent));
  await waitFor(() =>
    expect(post.mock.calls).toMatchObject(
      ['um', 'dois'].map((message) => ['/chats/{id}/messages', { path: { id: 1 }, body: { message } }]),
    ),
  );
});
