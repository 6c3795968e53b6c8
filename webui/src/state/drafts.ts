import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { onSignOut } from './session';
import { readStored, writeStored } from './storage';

const KEY = 'drafts';
const MAX_DRAFTS = 200;

function read(): ReadonlyMap<number, string> {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    if (!Array.isArray(stored)) return new Map();
    const isDraft = (each: unknown): each is [number, string] =>
      Array.isArray(each) && typeof each[0] === 'number' && typeof each[1] === 'string';
    return new Map(stored.filter(isDraft));
  } catch {
    return new Map();
  }
}

/** Texts that were begun and not sent, by ticket; the browser keeps them. */
const drafts = signal<ReadonlyMap<number, string>>(read());

export function useDraft(ticketId: number): string {
  useSignals();
  return drafts.value.get(ticketId) ?? '';
}

export function currentDraft(ticketId: number): string {
  return drafts.peek().get(ticketId) ?? '';
}

export function setDraft(ticketId: number, text: string): void {
  if (currentDraft(ticketId) === text) return;
  const next = new Map(drafts.peek());
  next.delete(ticketId);
  if (text.trim() !== '') next.set(ticketId, text);
  drafts.value = new Map([...next].slice(-MAX_DRAFTS));
  writeStored(KEY, next.size === 0 ? null : JSON.stringify([...drafts.peek()]));
}

// Nobody who signs in later at this computer reads them.
onSignOut(() => {
  drafts.value = new Map();
  writeStored(KEY, null);
});
