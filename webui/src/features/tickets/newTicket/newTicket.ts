import type { Profile, QueueRef } from '@/api/types';

/** S077: a single queue is chosen beforehand. */
export const initialQueue = (queues: readonly Pick<QueueRef, 'id'>[]) =>
  queues.length === 1 ? (queues[0]?.id ?? null) : null;

/** S077: only an admin may do without. */
export const isQueueMissing = (queueId: number | null, profile: Profile) => queueId === null && profile !== 'admin';
