import styled from 'styled-components';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { useIsNarrow } from '@/lib/useMedia';
import { Tag } from '@/ui/Tag';
import { MarkSlot } from '@/features/tickets/conversation/MarkSlot';
import { shortName } from '@/features/tickets/format';

const Root = styled.div`
  display: flex;
  gap: 6px;
  flex: 1;
  min-width: 0;
  overflow: hidden;
  mask-image: linear-gradient(90deg, #000 calc(100% - 18px), transparent);
`;

interface TicketPillsProps {
  ticket: Ticket;
  showsUser: boolean;
  showsStatus: boolean;
}

/** Queue, connection, tags, and the holder where tickets of others are shown. */
export function TicketPills({ ticket, showsUser, showsStatus }: TicketPillsProps) {
  const t = useT();
  const isNarrow = useIsNarrow();
  const { queue, whatsapp, user, tags, status } = ticket;
  return (
    <Root>
      {showsStatus && <Tag>{t(`tickets.status.${status}`)}</Tag>}
      <Tag dot={queue?.color}>{queue?.name ?? t('tickets.noQueue')}</Tag>
      {whatsapp && <Tag>{shortName(whatsapp.name, isNarrow)}</Tag>}
      <MarkSlot ticket={ticket} />
      {tags.map((tag) => (
        <Tag key={tag.id} tint={tag.color}>
          {tag.name}
        </Tag>
      ))}
      {showsUser && user && <Tag>{shortName(user.name, isNarrow)}</Tag>}
    </Root>
  );
}
