import type { QueryClient } from '@tanstack/react-query';
import { pageKeys } from '@/api/pageKeys';
import type { TicketNote } from '@/api/types';
import { announceMention } from '@/state/mentions';
import type { TicketNoteEvent } from '../events';
import type { Handler } from './handler';

/** Newest first; the answer of a call and its event are one. */
export const withNote = (notes: readonly TicketNote[], note: TicketNote): TicketNote[] =>
  [note, ...notes.filter((each) => each.id !== note.id)].toSorted((one, other) => other.id - one.id);

export const withoutNote = (notes: readonly TicketNote[], id: number): TicketNote[] =>
  notes.filter((each) => each.id !== id);

function storeTicketNote(client: QueryClient, event: TicketNoteEvent): void {
  const contactId = event.action === 'delete' ? event.contactId : event.ticketNote.contactId;
  client.setQueryData<TicketNote[]>(pageKeys.ticketNotes(contactId), (known) => {
    if (!known) return known;
    return event.action === 'delete' ? withoutNote(known, event.ticketNoteId) : withNote(known, event.ticketNote);
  });
}

export const ticketNoteHandler: Handler<TicketNoteEvent> = {
  store: storeTicketNote,
  effects: (_client, event) => {
    if (event.action === 'mention') announceMention({ note: event.ticketNote, ticket: event.ticket });
  },
};
