import type { Announcement } from '@/api/types';
import { compareIso } from '@/lib/iso';
import type { Tone } from '@/ui/Pill';

/** S140: 1 red, 2 orange, 3 grey. */
export const toneOf = ({ priority }: Pick<Announcement, 'priority'>): Tone =>
  priority === 1 ? 'danger' : priority === 2 ? 'warning' : 'neutral';

/** How many were made after this browser last looked; null has never looked. */
export const newOnes = (records: readonly Announcement[], seenAt: string | null): number =>
  records.filter((record) => seenAt === null || compareIso(record.createdAt, seenAt) > 0).length;

/** When the newest was made. */
export const newestOf = (records: readonly Announcement[]): string | null =>
  records.reduce<string | null>(
    (newest, { createdAt }) => (newest === null || compareIso(createdAt, newest) > 0 ? createdAt : newest),
    null,
  );
