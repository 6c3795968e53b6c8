import BellRing from 'lucide-react/icons/bell-ring';
import { Suspense, useState, type UIEvent } from 'react';
import styled from 'styled-components';
import type { Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { lazyExtra, useT } from '@/i18n';
import { formatMoment } from '@/lib/dates';
import { plainText } from '@/lib/messageText';
import { lastSaid } from '@/lib/lastSaid';
import { useToday } from '@/lib/useToday';
import { displayName } from '@/lib/phone';
import { useUser } from '@/state/session';
import { color, font, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Link } from '@/ui/Link';
import { PageSpinner } from '@/ui/PageSpinner';
import { canBePushed } from '../pushModel';

const PushSwitch = lazyExtra(() => import('./PushSwitch'), 'push');

const Title = styled.h2`
  padding: 12px 14px;
  border-bottom: 1px solid ${color.line};
  font-size: ${font.md};
`;

/** Rows that come at once, and how near to the end the next ones do (S135). */
const PAGE = 20;
const NEAR_END_PX = 100;

/** S136: at most 350 px high. */
const List = styled.ul`
  max-height: 350px;
  overflow-y: auto;
`;

const Row = styled(Link)`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 10px 14px;
  border-bottom: 1px solid ${color.line};
  color: ${color.text};
  font-weight: ${font.regular};

  li:last-child > & {
    border-bottom: 0;
  }
  &:hover {
    background: ${color.hover};
    text-decoration: none;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Words = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;

  & > * {
    ${truncate}
  }
  & > :first-child {
    font-size: ${font.base};
    font-weight: ${font.semibold};
  }
  & > :last-child {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Side = styled.span`
  display: grid;
  justify-items: end;
  gap: 4px;
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

/** What the browser may do; nothing is seen of it while it is empty. */
const Ask = styled.div`
  &:not(:empty) {
    display: grid;
    gap: 10px;
    padding: 10px 14px;
    border-top: 1px solid ${color.line};
  }
`;

interface NotificationListProps {
  tickets: readonly Ticket[];
  isPending: boolean;
  onClose: () => void;
  /** Asks the browser for leave to show notices; absent when there is nothing to ask. */
  onAsk?: (() => Promise<void>) | undefined;
}

export default function NotificationList({ tickets, isPending, onClose, onAsk }: NotificationListProps) {
  const t = useT();
  const { id: userId } = useUser();
  const today = useToday();
  const [count, setCount] = useState(PAGE);
  const handleScroll = ({ currentTarget: box }: UIEvent<HTMLElement>) => {
    const isNearEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX;
    if (isNearEnd && count < tickets.length) setCount(count + PAGE);
  };
  return (
    <>
      <Title>{t('shell.bell.title')}</Title>
      {isPending && <PageSpinner />}
      {!isPending && tickets.length === 0 && (
        <EmptyState icon={<BellRing />} title={t('shell.bell.empty')} text={t('shell.bell.emptyText')} />
      )}
      {tickets.length > 0 && (
        <List onScroll={handleScroll}>
          {tickets.slice(0, count).map((ticket) => (
            <li key={ticket.id}>
              <Row to={paths.ticket(ticket.uuid)} onClick={onClose}>
                <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={36} />
                <Words>
                  <span>{displayName(ticket.contact.name)}</span>
                  <span>{plainText(lastSaid(ticket, userId).text)}</span>
                </Words>
                <Side>
                  {formatMoment(ticket.lastMessageAt ?? ticket.updatedAt, today)}
                  <Badge tone="accent" count={ticket.unreadMessages} />
                </Side>
              </Row>
            </li>
          ))}
        </List>
      )}
      <Ask>
        {onAsk && (
          <Button variant="soft" size="sm" isWide onClick={() => void onAsk()}>
            {t('shell.bell.ask')}
          </Button>
        )}
        {canBePushed() && (
          <Suspense fallback={null}>
            <PushSwitch onAsk={onAsk} />
          </Suspense>
        )}
      </Ask>
    </>
  );
}
