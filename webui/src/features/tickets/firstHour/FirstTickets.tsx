import { useQuery } from '@tanstack/react-query';
import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import styled from 'styled-components';
import { connectionsOptions } from '@/api/connections';
import { useT } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { shownConnection } from './model';
import { NumberCard } from './NumberCard';
import { OpenPhone } from './OpenPhone';

const Parts = styled.div`
  display: grid;
  gap: 12px;
  width: 280px;
`;

/** The list of a company that nobody has written to yet: where conversations will be, and how to see one. */
export default function FirstTickets() {
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsOptions);
  const connection = shownConnection(connections);
  const isUp = connection?.status === 'CONNECTED';
  return (
    <EmptyState
      icon={<MessageCircleMore />}
      title={t('firstHour.list.title')}
      text={t(isUp ? 'firstHour.list.ready' : 'firstHour.list.connect')}
      action={
        <Parts>
          <NumberCard />
          {isUp && connection.provider === 'simulator' && <OpenPhone connectionId={connection.id} isWide />}
        </Parts>
      }
    />
  );
}
