import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import type { TicketNote } from '@/api/types';
import type { TicketNoteEvent } from '../events';
import type { Handler } from './handler';

/** Newest first; the answer of a call and its event are one. */
export const withNote = (notes: readonly TicketNote[], note: TicketNote): TicketNote[] =>
  [note, ...notes.filter((each) => each.id !== note.id)].toSorted((one, other) => other.id - one.id);

export const withoutNote = (notes: readonly TicketNote[], id: number): TicketNote[] =>
  notes.filter((each) => each.id !== id);

function storeTicketNote(client: QueryClient, event: TicketNoteEvent): void {
  const contactId = event.action === 'create' ? event.ticketNote.contactId : event.contactId;
  client.setQueryData<TicketNote[]>(keys.ticketNotes(contactId), (known) => {
    if (!known) return known;
    return event.action === 'create' ? withNote(known, event.ticketNote) : withoutNote(known, event.ticketNoteId);
  });
}

export const ticketNoteHandler: Handler<TicketNoteEvent> = { store: storeTicketNote };
