import { useParams } from 'react-router';
import { useT } from '@/i18n';
import { Tabs } from '@/ui/Tabs';
import { Conversation } from '@/features/tickets/conversation/Conversation';
import { ListPane } from '@/features/tickets/list/ListPane';
import { NoConversation } from '@/features/tickets/conversation/NoConversation';
import { useFirstHour } from './firstHour/useFirstHour';
import { useSides, type Side } from './useSides';
import { ConversationSide, ListSide, Page, SideTabs } from './TicketsPage.styles';

/** S010 S011 S031: the list on the left, the conversation on the right; on narrow screens two tabs. */
export default function TicketsPage() {
  const t = useT();
  const { ticketId: uuid = null } = useParams();
  const { shown, show } = useSides(uuid);
  const { firstHour } = useFirstHour();
  // where there is room for one side only, the way to the first ticket stands in the place of an empty list
  const leads = uuid === null && firstHour?.state === 'open' && !firstHour.tickets;
  return (
    <Page>
      <SideTabs>
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
      <ListSide data-shown={(shown === 'list' && !leads) || undefined}>
        <ListPane selectedUuid={uuid} />
      </ListSide>
      <ConversationSide data-shown={shown === 'ticket' || leads || undefined}>
        {uuid === null ? <NoConversation /> : <Conversation key={uuid} uuid={uuid} />}
      </ConversationSide>
    </Page>
  );
}
