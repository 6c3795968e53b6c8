import styled from 'styled-components';
import type { Ticket } from '../../../api/types';
import { useT } from '../../../i18n';
import { useDraft } from '../../../state/drafts';
import { color, font } from '../../../styles/tokens';
import { plainText } from '../model/text';

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

interface LastMessageProps {
  ticket: Ticket;
  isSelected: boolean;
}

/** What was said last, or what was begun and not sent. */
export function LastMessage({ ticket, isSelected }: LastMessageProps) {
  const t = useT();
  const draft = useDraft(ticket.id);
  if (draft !== '' && !isSelected) {
    return (
      <Root>
        <Draft>{t('tickets.draft')}</Draft> {plainText(draft)}
      </Root>
    );
  }
  return (
    <Root>
      {ticket.fromMe && <Own>{t('tickets.you')} </Own>}
      {plainText(ticket.lastMessage ?? '') || ' '}
    </Root>
  );
}
