import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import type { Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { translate } from '@/i18n';
import { playPing } from '@/lib/sound';
import { useNotificationRoom } from '@/realtime/rooms';
import { onIncoming } from '@/state/incoming';
import { useUser } from '@/state/session';
import { currentVolume } from '@/state/volume';
import { isWorthNotice, noticeText } from './model';
import { useGivenTickets } from './useGivenTickets';

const NO_TICKETS: Ticket[] = [];

/** Nobody works off more unread conversations than these pages hold. */
const PAGES_MAX = 25;

/** All of them, since the bell says how many there are. */
async function allUnread(): Promise<Ticket[]> {
  const found: Ticket[] = [];
  let cursor: string | null = '';
  for (let page = 0; page < PAGES_MAX && cursor !== null; page++) {
    const answer: { tickets: Ticket[]; nextCursor?: string | null } = await api.get('/tickets', {
      query: { withUnreadMessages: true, cursor },
    });
    found.push(...answer.tickets);
    cursor = answer.nextCursor ?? null;
  }
  return found;
}

/** The tickets behind the bell (S021 S086); socket events keep the list fresh. */
export function useUnreadTickets() {
  const { id, allTicket } = useUser();
  return useQuery({
    queryKey: keys.notifications,
    queryFn: async () => {
      const found = await allUnread();
      return allTicket === 'enabled' ? found : found.filter(({ userId }) => userId === id);
    },
  });
}

/** S020 S021: the bell's list, and sound and browser notice for each new message of a customer. */
export function useNotifications() {
  const { id: userId } = useUser();
  useNotificationRoom();
  useGivenTickets();
  const query = useUnreadTickets();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  // Synchronises the listener below with the address, without listening anew at every step.
  useEffect(() => {
    shownPath.current = pathname;
  }, [pathname]);

  // Synchronises with the messages that arrive from outside.
  useEffect(
    () =>
      onIncoming((incoming) => {
        const isLookedAt =
          document.visibilityState === 'visible' && shownPath.current === paths.ticket(incoming.ticket.uuid);
        if (!isWorthNotice(incoming, userId, isLookedAt)) return;
        playPing(currentVolume());
        if (typeof Notification === 'undefined') {
          console.info('This browser has no notifications.');
          return;
        }
        if (Notification.permission !== 'granted') return;
        const { ticket, contact } = incoming;
        const title = translate('shell.bell.from', { name: contact.name });
        const options = {
          body: noticeText(incoming, translate('shell.bell.media')),
          tag: `ticket-${ticket.id}`,
          ...(contact.profilePicUrl ? { icon: contact.profilePicUrl } : {}),
        };
        try {
          const notice = new Notification(title, options);
          notice.addEventListener('click', () => {
            window.focus();
            void navigate(paths.ticket(ticket.uuid));
            notice.close();
          });
        } catch {
          // Phones show those of the service worker alone.
          const data = { ticket: ticket.uuid };
          void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { ...options, data }));
        }
      }),
    [navigate, userId],
  );

  // Synchronises what this browser is told while no page is open, and clicks on it, with user and page.
  useEffect(() => {
    if (!('PushManager' in window)) return undefined;
    const push = import('./push')
      .then(({ follow }) => follow(userId, (ticket) => void navigate(paths.ticket(ticket))))
      .catch(() => undefined);
    return () => void push.then((stop) => stop?.());
  }, [navigate, userId]);

  return { ...query, tickets: query.data ?? NO_TICKETS };
}
