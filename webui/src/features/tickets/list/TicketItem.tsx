import Bot from 'lucide-react/icons/bot';
import { memo, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { displayName } from '@/lib/phone';
import { choose, useIsChosen } from '@/state/chosenTickets';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { Link } from '@/ui/Link';
import { formatMoment } from '@/lib/dates';
import { LastMessage } from './LastMessage';
import { TicketItemActions } from './TicketItemActions';
import { Actions, Body, Bottom, Choice, Middle, Name, Root, Strip, Time, Top } from './TicketItem.styles';
import { TicketPills } from './TicketPills';

interface TicketItemProps {
  ticket: Ticket;
  isSelected: boolean;
  showsUser: boolean;
  showsStatus: boolean;
  today: Date;
}

/** S032 */
export const TicketItem = memo(function TicketItem({
  ticket,
  isSelected,
  showsUser,
  showsStatus,
  today,
}: TicketItemProps) {
  const t = useT();
  const { search } = useLocation();
  const isChosen = useIsChosen(ticket.id);
  const { contact, unreadMessages } = ticket;
  const isUnread = unreadMessages > 0;
  const moment = ticket.lastMessageAt ?? ticket.updatedAt;

  const root = useRef<HTMLDivElement>(null);
  // Synchronises with the scroller: the keyboard goes from one to the next, also beyond what is in sight.
  useEffect(() => {
    if (isSelected) root.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isSelected]);

  return (
    <Root ref={root} data-selected={(isChosen ?? isSelected) || undefined} data-unread={isUnread || undefined}>
      <Strip aria-hidden style={cssVars({ '--q': ticket.queue?.color })} />
      {isChosen === null ? (
        <Avatar name={contact.name} picture={contact.profilePicUrl} />
      ) : (
        <Choice
          type="checkbox"
          aria-label={t('tickets.choose', { name: contact.name })}
          checked={isChosen}
          onChange={(event) => choose(ticket, event.target.checked)}
        />
      )}
      <Body>
        <Top>
          <Name as={Link} to={{ pathname: paths.ticket(ticket.uuid), search }} aria-current={isSelected || undefined}>
            {displayName(contact.name)}
          </Name>
          {ticket.chatbot && <Bot size={14} role="img" aria-label={t('tickets.chatbot')} />}
          <Time dateTime={moment}>{formatMoment(moment, today)}</Time>
        </Top>
        <Middle>
          <LastMessage ticket={ticket} isSelected={isSelected} />
          {isUnread && (
            <span role="img" aria-label={t('tickets.unread', { count: unreadMessages })}>
              <Badge count={unreadMessages} tone="accent" max={99} />
            </span>
          )}
        </Middle>
        <Bottom>
          <TicketPills ticket={ticket} showsUser={showsUser} showsStatus={showsStatus} />
        </Bottom>
      </Body>
      {isChosen === null && (
        <Actions data-always={ticket.status === 'pending' || ticket.status === 'lead' || undefined}>
          <TicketItemActions ticket={ticket} />
        </Actions>
      )}
    </Root>
  );
});
