import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keys } from '@/api/keys';
import type { Message, Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText } from '@/i18n';
import { applyMessage } from '@/realtime/handlers/appMessage';
import { applyTicket } from '@/realtime/handlers/ticket';
import { renewLinks, type MessageData } from '@/realtime/messagePages';
import { toast } from '@/ui/toast';
import { messageCalls, type Resolution } from '@/features/tickets/message/messageCalls';
import { useViewer } from '@/features/tickets/useViewer';

const report = (error: unknown) => toast.error(errorText(error));

/** The calls behind a message's menu (S035) and behind the choices for one whose sending is in doubt. */
export function useMessageActions(ticket: Ticket) {
  const client = useQueryClient();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { contactId, id: ticketId } = ticket;

  return useMemo(() => {
    const settle = (message: Message) => applyMessage(client, message, contactId);
    const renewals = new Map<string, Promise<string | null>>();
    const renew = async (message: Message, stale: string) => {
      try {
        const { messages } = await messageCalls.around(message);
        client.setQueryData<MessageData>(keys.messages(ticketId), (data) => data && renewLinks(data, messages));
        return messages.find(({ id }) => id === message.id)?.mediaUrl ?? null;
      } catch {
        renewals.delete(stale);
        return null;
      }
    };
    return {
      settle,
      /** A link that the server takes no more is asked for anew, once. */
      renewLink: (message: Message) => {
        const stale = message.mediaUrl;
        if (!stale) return Promise.resolve(null);
        const renewal = renewals.get(stale) ?? renew(message, stale);
        renewals.set(stale, renewal);
        return renewal;
      },
      remove: (message: Message) =>
        void messageCalls.remove(message.id).then(() => settle({ ...message, isDeleted: true }), report),
      markUnread: (message: Message) => {
        // Left first: a conversation in sight is read at once.
        void navigate({ pathname: paths.tickets, search });
        void messageCalls.markUnread(message.id).then((next) => applyTicket(client, next, viewer), report);
      },
      retryStored: (message: Message) => void messageCalls.retry(message.id).then(settle, report),
      fetchFile: (message: Message) => void messageCalls.fetchFile(message.id).then(settle, report),
      resolve: (message: Message, outcome: Resolution) =>
        void messageCalls.resolve(message.id, outcome).then(settle, report),
    };
  }, [client, viewer, navigate, search, contactId, ticketId]);
}
