import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import type { Message } from '@/api/types';
import { holdPage } from './leaving';
import { onSignOut } from './session';

export interface PickedFile {
  id: string;
  file: File;
  caption: string;
}

/** What was put together for a ticket and has not left, beside its text: that is a draft and outlives the page. */
export interface Composing {
  files: readonly PickedFile[];
  /** The message that is answered. */
  quoted: Message | null;
  /** How many files of quick messages are on their way here. */
  fetching: number;
  /** A note for the team. */
  note: string;
}

const NOTHING: Composing = { files: [], quoted: null, fetching: 0, note: '' };

const begun = signal<ReadonlyMap<number, Composing>>(new Map());
let release: (() => void) | null = null;

const isLostWithPage = ({ files, fetching, note }: Composing) => files.length > 0 || fetching > 0 || note.trim() !== '';

export function useComposing(ticketId: number): Composing {
  useSignals();
  return begun.value.get(ticketId) ?? NOTHING;
}

export function currentComposing(ticketId: number): Composing {
  return begun.peek().get(ticketId) ?? NOTHING;
}

function put(next: ReadonlyMap<number, Composing>): void {
  begun.value = next;
  const isHeld = [...next.values()].some(isLostWithPage);
  if (isHeld) release ??= holdPage();
  else {
    release?.();
    release = null;
  }
}

export function changeComposing(ticketId: number, change: Partial<Composing>): void {
  const composing = { ...currentComposing(ticketId), ...change };
  const next = new Map(begun.peek());
  if (isLostWithPage(composing) || composing.quoted) next.set(ticketId, composing);
  else next.delete(ticketId);
  put(next);
}

// Nobody who signs in later at this computer finds them.
onSignOut(() => put(new Map()));
