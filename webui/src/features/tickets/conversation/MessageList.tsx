import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { Message, Ticket } from '@/api/types';
import { ErrorState } from '@/ui/ErrorState';
import { lazyLayer } from '@/ui/lazyLayer';
import type { NewContact } from '@/features/tickets/api';
import { focusText } from '@/features/tickets/composer/focusText';
import type { ConversationState } from './useConversation';
import { useMessageActions } from './useMessageActions';
import { useViewer } from '@/features/tickets/useViewer';
import { canEdit, canRemove } from '@/features/tickets/message/edits';
import { ConversationContext, type ConversationActions } from '@/features/tickets/message/conversationActions';
import { MessageScroller, type ScrollerHandle } from './MessageScroller';
import { MessagesSkeleton } from './MessagesSkeleton';
import { messageOf } from './rows';
import { NewTicketDialog } from '@/features/tickets/newTicket/NewTicketDialog';

const Lightbox = lazyLayer(() => import('@/features/tickets/message/Lightbox'));
const EditDialog = lazyLayer(() => import('@/features/tickets/message/EditDialog'), 'compose');
const ForwardDialog = lazyLayer(() => import('@/features/tickets/message/ForwardDialog'), 'compose');

interface MessageListProps {
  ticket: Ticket;
  conversation: ConversationState;
  onReply: ((message: Message) => void) | null;
  /** A message to begin at, and what to do when it is reached. */
  target?: number | null;
  onTarget?: () => void;
  /** Nothing can be changed. */
  isReadOnly?: boolean;
}

const thenWrite =
  <Subject,>(act: (subject: Subject) => void) =>
  (subject: Subject) => {
    act(subject);
    focusText();
  };

/** S034: the conversation in its states, and what its rows can open. */
export function MessageList({ ticket, conversation, onReply, target, onTarget, isReadOnly }: MessageListProps) {
  const { query, rows, reach, retry, discard } = conversation;
  const scroller = useRef<ScrollerHandle>(null);
  const [image, setImage] = useState<Message | null>(null);
  const [edited, setEdited] = useState<Message | null>(null);
  const [forwarded, setForwarded] = useState<Message | null>(null);
  const [contact, setContact] = useState<NewContact | null>(null);
  const calls = useMessageActions(ticket);
  const isOpen = ticket.status === 'open';
  const viewer = useViewer();
  const provider = ticket.whatsapp?.provider;

  const actions = useMemo<ConversationActions>(
    () => ({
      ...calls,
      groupId: ticket.isGroup ? ticket.contact.id : null,
      canMarkUnread: isOpen && !isReadOnly,
      isReadOnly: isReadOnly ?? false,
      reply: onReply,
      jumpTo: (id) => void scroller.current?.jumpTo(id),
      retry: thenWrite(retry),
      discard: thenWrite(discard),
      retryStored: thenWrite(calls.retryStored),
      fetchFile: thenWrite(calls.fetchFile),
      canEdit: (message) => canEdit(message, provider, viewer.id, Date.now()),
      canRemove: (message) => canRemove(message, provider, viewer, Date.now()),
      edit: setEdited,
      forward: setForwarded,
      talkTo: setContact,
      openImage: setImage,
    }),
    [calls, ticket.isGroup, ticket.contact.id, isOpen, isReadOnly, onReply, provider, viewer, retry, discard],
  );

  const isLoaded = query.data !== undefined;
  // Synchronises with the address: a message that it names is gone to, once.
  useEffect(() => {
    if (!isLoaded || !target) return;
    void scroller.current?.jumpTo(target);
    onTarget?.();
  }, [isLoaded, target, onTarget]);

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
        onReach={reach}
      />
      {image?.mediaUrl && (
        <Suspense fallback={null}>
          <Lightbox message={image} url={image.mediaUrl} onClose={() => setImage(null)} />
        </Suspense>
      )}
      {edited && (
        <Suspense fallback={null}>
          <EditDialog message={edited} onSaved={calls.settle} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      {forwarded && (
        <Suspense fallback={null}>
          <ForwardDialog
            ticket={ticket}
            message={forwarded}
            messages={rows.map(messageOf).filter((each) => each !== null)}
            onClose={() => setForwarded(null)}
          />
        </Suspense>
      )}
      {contact && <NewTicketDialog isOpen preset={contact} onClose={() => setContact(null)} />}
    </ConversationContext>
  );
}
