import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../../../api/keys';
import type { Ticket } from '../../../api/types';
import { markRead } from '../../../realtime/handlers/ticket';
import { mergeNewest, type MessageData } from '../../../realtime/messagePages';
import { useUser } from '../../../state/session';
import { messageCalls } from '../messageCalls';

const REST_MS = 400;

/** Reading the messages marks them read on the server: done whenever the holder looks at unread ones. */
export function useMarkRead(ticket: Ticket): void {
  const user = useUser();
  const client = useQueryClient();
  const { id, unreadMessages } = ticket;
  const isMine = ticket.status === 'open' && ticket.userId === user.id;

  // Synchronises the server's unread count with the window's focus.
  useEffect(() => {
    if (!isMine || unreadMessages === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const page = await messageCalls.newest(id);
      client.setQueryData<MessageData>(keys.messages(id), (data) => (data ? mergeNewest(data, page) : data));
      if (page.ticket.unreadMessages === 0) markRead(client, id);
    };
    const look = () => {
      if (!document.hasFocus()) return;
      clearTimeout(timer);
      timer = setTimeout(() => void read().catch(() => undefined), REST_MS);
    };
    look();
    window.addEventListener('focus', look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', look);
    };
  }, [client, id, isMine, unreadMessages]);
}
