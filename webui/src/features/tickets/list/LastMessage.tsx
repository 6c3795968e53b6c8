import styled from 'styled-components';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { lastSaid } from '@/lib/lastSaid';
import { useDraft } from '@/state/drafts';
import { useUser } from '@/state/session';
import { color, font } from '@/styles/tokens';
import { plainText } from '@/lib/messageText';

const Root = styled.p`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${font.base};
  text-overflow: ellipsis;
  white-space: nowrap;

  [data-unread] & {
    color: ${color.text};
  }
`;

const Own = styled.span`
  color: ${color.textMuted};
`;

const Draft = styled.span`
  color: ${color.danger};
`;

const LABELS = { you: 'tickets.you', company: 'tickets.company' } as const;

interface LastMessageProps {
  ticket: Ticket;
  isSelected: boolean;
}

/** What was said last, or what was begun and not sent. */
export function LastMessage({ ticket, isSelected }: LastMessageProps) {
  const t = useT();
  const { id: userId } = useUser();
  const draft = useDraft(ticket.id);
  if (draft !== '' && !isSelected) {
    return (
      <Root>
        <Draft>{t('tickets.draft')}</Draft> {plainText(draft)}
      </Root>
    );
  }
  const { author, text } = lastSaid(ticket, userId);
  const label = typeof author === 'object' ? `${author.name}:` : author === 'customer' ? null : t(LABELS[author]);
  return (
    <Root>
      {label && <Own>{label} </Own>}
      {plainText(text) || ' '}
    </Root>
  );
}
