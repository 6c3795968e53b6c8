import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { markRead } from '@/realtime/handlers/ticket';
import { layNewest } from '@/realtime/layNewest';
import { whenInChatRoom } from '@/realtime/rooms';
import { useUser } from '@/state/session';
import { messageCalls } from '@/features/tickets/message/messageCalls';

const REST_MS = 400;

/**
 * Keeps an open conversation fresh and read. Reading the messages marks them read on the server: done whenever the
 * holder looks at unread ones, and for a conversation that was left and heard nothing meanwhile.
 */
export function useMarkRead(ticket: Ticket): void {
  const user = useUser();
  const client = useQueryClient();
  const { id, unreadMessages } = ticket;
  const isMine = ticket.status === 'open' && ticket.userId === user.id;
  const [wasKept] = useState(() => client.getQueryData(keys.messages(id)) !== undefined);

  // Synchronises a conversation that was kept since it was last open.
  useEffect(() => {
    if (!wasKept) return;
    const catchUp = async () => {
      await whenInChatRoom(id);
      const page = await messageCalls.newest(id);
      layNewest(client, id, page);
    };
    catchUp().catch(() => undefined);
  }, [client, id, wasKept]);

  // Synchronises the server's unread count with the window's focus.
  useEffect(() => {
    if (!isMine || unreadMessages === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      // The first page is on its way and marks the ticket as read.
      if (client.getQueryData(keys.messages(id)) === undefined) return;
      const page = await messageCalls.newest(id);
      layNewest(client, id, page);
      markRead(client, id);
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
