import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { Attendant, TicketNote } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { useUser } from '@/state/session';
import { color, font, radius } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { withMentions } from './mentions';

const Root = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px 6px;
  padding: 8px 6px 10px 12px;
  border-radius: ${radius.md};
  background: ${color.warningSoft};
`;

const Text = styled.p`
  align-self: center;
  font-size: ${font.base};
  line-height: 1.45;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

const About = styled.p`
  grid-column: 1 / -1;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

interface NoteItemProps {
  note: TicketNote;
  people: readonly Attendant[];
  isOtherTicket: boolean;
  onDelete: (note: TicketNote) => void;
}

/** A note; its author and admins may delete it. */
export function NoteItem({ note, people, isOtherTicket, onDelete }: NoteItemProps) {
  const t = useT();
  const user = useUser();
  const mayDelete = note.userId === user.id || user.profile === 'admin';
  const author = note.user?.name ?? t('drawer.formerUser');
  return (
    <Root>
      <Text>
        {withMentions(
          note.note,
          people.map(({ name }) => name),
        ).map(({ text, isName }, index) => (isName ? <b key={index}>{text}</b> : text))}
      </Text>
      {mayDelete ? (
        <IconButton size="sm" label={t('drawer.deleteNote')} onClick={() => onDelete(note)}>
          <Trash2 />
        </IconButton>
      ) : (
        <span />
      )}
      <About>
        {author} · <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
        {isOtherTicket && ` · #${note.ticketId}`}
      </About>
    </Root>
  );
}
