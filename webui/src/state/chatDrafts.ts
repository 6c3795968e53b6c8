import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { onSignOut } from './session';

/** What was begun in the internal chats and not sent, by chat. */
const drafts = signal<ReadonlyMap<number, string>>(new Map());

export function useChatDraft(chatId: number): string {
  useSignals();
  return drafts.value.get(chatId) ?? '';
}

export function currentChatDraft(chatId: number): string {
  return drafts.peek().get(chatId) ?? '';
}

export function setChatDraft(chatId: number, text: string): void {
  const next = new Map(drafts.peek());
  if (text === '') next.delete(chatId);
  else next.set(chatId, text);
  drafts.value = next;
}

// Nobody who signs in later at this computer reads them.
onSignOut(() => {
  drafts.value = new Map();
});
