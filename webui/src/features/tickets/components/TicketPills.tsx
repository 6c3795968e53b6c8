import styled from 'styled-components';
import type { Ticket } from '../../../api/types';
import { useT } from '../../../i18n';
import { Tag } from '../../../ui/Tag';

const Root = styled.div`
  display: flex;
  gap: 6px;
  min-width: 0;
  overflow: hidden;
`;

interface TicketPillsProps {
  ticket: Ticket;
  showsUser: boolean;
  showsStatus: boolean;
}

/** Queue, connection, tags, and the holder where tickets of others are shown. */
export function TicketPills({ ticket, showsUser, showsStatus }: TicketPillsProps) {
  const t = useT();
  const { queue, whatsapp, user, tags, status } = ticket;
  return (
    <Root>
      {showsStatus && <Tag>{t(`tickets.status.${status}`)}</Tag>}
      <Tag dot={queue?.color}>{queue?.name ?? t('tickets.noQueue')}</Tag>
      {whatsapp && <Tag>{whatsapp.name}</Tag>}
      {tags.map((tag) => (
        <Tag key={tag.id} tint={tag.color}>
          {tag.name}
        </Tag>
      ))}
      {showsUser && user && <Tag>{user.name}</Tag>}
    </Root>
  );
}
