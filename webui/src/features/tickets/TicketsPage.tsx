import { useParams } from 'react-router';
import { Conversation } from './components/Conversation';
import { ListPane } from './components/ListPane';
import { NoConversation } from './components/NoConversation';
import { ConversationSide, ListSide, Page } from './TicketsPage.styles';

/** S010 S011: the list on the left, the conversation on the right; on narrow screens one of them at a time. */
export default function TicketsPage() {
  const { ticketId: uuid } = useParams();
  return (
    <Page>
      <ListSide data-covered={uuid !== undefined || undefined}>
        <ListPane selectedUuid={uuid ?? null} />
      </ListSide>
      <ConversationSide data-open={uuid !== undefined || undefined}>
        {uuid === undefined ? <NoConversation /> : <Conversation key={uuid} uuid={uuid} />}
      </ConversationSide>
    </Page>
  );
}
