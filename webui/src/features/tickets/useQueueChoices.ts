import { useQuery } from '@tanstack/react-query';
import { queuesOptions } from '@/api/queues';
import type { QueueRef } from '@/api/types';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';

/** The queues a user may choose from: every one for those who oversee, else the own ones. */
export function useQueueChoices(): readonly QueueRef[] {
  const user = useUser();
  const seesAll = hasPermission(user, 'tickets-manager:showall');
  const { data } = useQuery({ ...queuesOptions, enabled: seesAll });
  return seesAll ? (data ?? user.queues) : user.queues;
}
