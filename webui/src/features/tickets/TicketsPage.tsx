import { Suspense } from 'react';
import { useParams } from 'react-router';
import { lazyExtra, useT } from '@/i18n';
import { Tabs } from '@/ui/Tabs';
import { Conversation } from '@/features/tickets/conversation/Conversation';
import { ListPane } from '@/features/tickets/list/ListPane';
import { NoConversation } from '@/features/tickets/conversation/NoConversation';
import { useFirstHour } from './firstHour/useFirstHour';
import { useSides, type Side } from './useSides';
import { ConversationSide, ListSide, Page, SideTabs } from './TicketsPage.styles';

const TicketKeys = lazyExtra(() => import('./TicketKeys'));

/** S010 S011 S031: the list on the left, the conversation on the right; on narrow screens two tabs. */
export default function TicketsPage() {
  const t = useT();
  const { ticketId: uuid = null } = useParams();
  const { shown, show } = useSides(uuid);
  const { firstHour } = useFirstHour();
  // where there is room for one side only, the way to the first ticket stands in the place of an empty list
  const leads = uuid === null && firstHour?.state === 'open' && !firstHour.tickets;
  const showsTicket = shown === 'ticket' || leads;
  return (
    <Page>
      <SideTabs>
        {/* the list has the heading of the page, and stands behind the conversation */}
        {showsTicket && <h1 className="visually-hidden">{t('tickets.title')}</h1>}
        <Tabs<Side>
          label={t('tickets.sides')}
          look="underlined"
          items={[
            { id: 'ticket', label: t('tickets.ticket') },
            { id: 'list', label: t('tickets.title') },
          ]}
          selected={shown}
          onSelect={show}
        />
      </SideTabs>
      <Suspense fallback={null}>
        <TicketKeys uuid={uuid} />
      </Suspense>
      <ListSide data-tickets data-shown={!showsTicket || undefined}>
        <ListPane selectedUuid={uuid} />
      </ListSide>
      <ConversationSide data-shown={showsTicket || undefined}>
        {uuid === null ? <NoConversation /> : <Conversation key={uuid} uuid={uuid} />}
      </ConversationSide>
    </Page>
  );
}
