import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { Message, Ticket } from '../../../api/types';
import { ErrorState } from '../../../ui/ErrorState';
import type { NewContact } from '../api';
import type { ConversationState } from '../hooks/useConversation';
import { useMessageActions } from '../hooks/useMessageActions';
import { ConversationContext, type ConversationActions } from './conversationActions';
import { MessageScroller, type ScrollerHandle } from './MessageScroller';
import { MessagesSkeleton } from './MessagesSkeleton';
import { NewTicketDialog } from './NewTicketDialog';

const Lightbox = lazy(() => import('./Lightbox'));

interface MessageListProps {
  ticket: Ticket;
  conversation: ConversationState;
  onReply: ((message: Message) => void) | null;
}

/** S034: the conversation in its states, and what its rows can open. */
export function MessageList({ ticket, conversation, onReply }: MessageListProps) {
  const { query, rows, retry, discard } = conversation;
  const scroller = useRef<ScrollerHandle>(null);
  const [image, setImage] = useState<Message | null>(null);
  const [contact, setContact] = useState<NewContact | null>(null);
  const calls = useMessageActions(ticket);
  const isOpen = ticket.status === 'open';

  const actions = useMemo<ConversationActions>(
    () => ({
      ...calls,
      groupId: ticket.isGroup ? ticket.contact.id : null,
      canMarkUnread: isOpen,
      reply: onReply,
      jumpTo: (id) => void scroller.current?.jumpTo(id),
      retry,
      discard,
      talkTo: setContact,
      openImage: setImage,
    }),
    [calls, ticket.isGroup, ticket.contact.id, isOpen, onReply, retry, discard],
  );

  if (query.isPending) return <MessagesSkeleton />;
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <ConversationContext value={actions}>
      <MessageScroller
        ref={scroller}
        rows={rows}
        hasOlder={query.hasNextPage}
        isLoadingOlder={query.isFetchingNextPage}
        isOlderFailed={query.isFetchNextPageError}
        onOlder={query.fetchNextPage}
      />
      {image && (
        <Suspense fallback={null}>
          <Lightbox message={image} onClose={() => setImage(null)} />
        </Suspense>
      )}
      {contact && <NewTicketDialog isOpen preset={contact} onClose={() => setContact(null)} />}
    </ConversationContext>
  );
}
