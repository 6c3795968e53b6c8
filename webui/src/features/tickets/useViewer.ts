import { useMemo } from 'react';
import type { Viewer } from '@/realtime/membership';
import { useUser } from '@/state/session';

/** The signed-in user as the list rules see him. */
export function useViewer(): Viewer {
  const user = useUser();
  return useMemo(
    () => ({
      id: user.id,
      profile: user.profile,
      queueIds: user.queues.map((queue) => queue.id),
      seesUnqueued: user.allTicket === 'enabled',
    }),
    [user],
  );
}
