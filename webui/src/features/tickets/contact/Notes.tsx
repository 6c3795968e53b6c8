import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { pageKeys } from '@/api/pageKeys';
import { attendantsOptions } from '@/api/attendants';
import type { Attendant, Ticket, TicketNote } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { insertAt } from '@/lib/insertAt';
import { withNote, withoutNote } from '@/realtime/handlers/ticketNote';
import { changeComposing, currentComposing, useComposing } from '@/state/composing';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { ErrorState } from '@/ui/ErrorState';
import { TextAreaInput } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/toast';
import { NOTE_MAX, NOTE_MIN } from './freeFields';
import { MentionList } from './MentionList';
import { mentioned, typedMention } from './mentions';
import { noteCalls, notesOptions } from './noteCalls';
import { NoteItem } from './NoteItem';
import { Section } from './Section';

/** Colleagues that are offered at once. */
const OFFERED_MAX = 6;

const Form = styled.form`
  display: grid;
  gap: 8px;
`;

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  color: ${color.textSubtle};
  font-size: ${font.sm};

  & > button {
    margin-left: auto;
  }
`;

const List = styled.ul`
  display: grid;
  gap: 8px;
`;

const Empty = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** S038 S049 S074: what the team wrote down in any episode of this contact. */
export function Notes({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const client = useQueryClient();
  const hintId = useId();
  const text = useComposing(ticket.id).note;
  const setText = (note: string) => changeComposing(ticket.id, { note });
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const { data: people = [] } = useQuery(attendantsOptions);
  const typed = typedMention(text, caret);
  const offered = typed ? mentioned(people, typed.part).slice(0, OFFERED_MAX) : [];
  const choose = (person: Attendant) => {
    if (!typed) return;
    const [next, cursor] = insertAt(text, typed.start, caret, `@${person.name} `);
    setText(next);
    setCaret(cursor);
    area.current?.focus();
    requestAnimationFrame(() => area.current?.setSelectionRange(cursor, cursor));
  };
  const [doomed, setDoomed] = useState<TicketNote | null>(null);
  const { data: notes, error, refetch } = useQuery(notesOptions(ticket.contactId));
  const isTooShort = [...text.trim()].length < NOTE_MIN;
  const change = (next: (known: TicketNote[]) => TicketNote[]) =>
    client.setQueryData<TicketNote[]>(pageKeys.ticketNotes(ticket.contactId), (known) => known && next(known));

  const add = useMutation({
    mutationFn: (note: string) => noteCalls.add(ticket, note.trim()),
    onSuccess: (note) => {
      change((known) => withNote(known, note));
      toast.success(t('drawer.noteAdded'));
    },
    onError: (failure, note) => {
      const begun = currentComposing(ticket.id).note;
      setText(begun === '' ? note : `${note}\n${begun}`);
      toast.error(errorText(failure));
    },
  });
  const remove = useMutation({
    mutationFn: (note: TicketNote) => noteCalls.remove(note.id),
    onSuccess: (_answer, note) => {
      change((known) => withoutNote(known, note.id));
      toast.success(t('drawer.noteDeleted'));
    },
    onError: (failure) => toast.error(errorText(failure)),
    onSettled: () => setDoomed(null),
  });

  return (
    <Section title={t('drawer.notes')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          // As it is now, not as it was painted: on a slow machine a second press comes before the empty field.
          const note = currentComposing(ticket.id).note;
          if ([...note.trim()].length < NOTE_MIN || add.isPending) return;
          setText('');
          add.mutate(note);
        }}
      >
        <TextAreaInput
          ref={area}
          rows={2}
          maxLength={NOTE_MAX}
          value={text}
          aria-label={t('drawer.newNote')}
          aria-describedby={text !== '' && isTooShort ? hintId : undefined}
          placeholder={t('drawer.newNote')}
          onChange={(event) => {
            setText(event.target.value);
            setCaret(event.target.selectionStart);
          }}
          onKeyDown={(event) => {
            const [first] = offered;
            if (first && event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault();
              choose(first);
            }
          }}
        />
        {offered.length > 0 && <MentionList people={offered} onChoose={choose} />}
        <Foot>
          {text !== '' && isTooShort && <span id={hintId}>{t('drawer.noteTooShort')}</span>}
          <Button type="submit" size="sm" disabled={isTooShort} isBusy={add.isPending}>
            {t('drawer.addNote')}
          </Button>
        </Foot>
      </Form>
      {!notes && !error && <Skeleton height={60} />}
      {!notes && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {notes?.length === 0 && <Empty>{t('drawer.noNotes')}</Empty>}
      {notes && notes.length > 0 && (
        <List aria-label={t('drawer.notes')}>
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              people={people}
              isOtherTicket={note.ticketId !== ticket.id}
              onDelete={setDoomed}
            />
          ))}
        </List>
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        title={t('drawer.deleteNoteTitle')}
        text={t('drawer.deleteNoteText')}
        confirmLabel={t('drawer.deleteNote')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed)}
        onClose={() => setDoomed(null)}
      />
    </Section>
  );
}
