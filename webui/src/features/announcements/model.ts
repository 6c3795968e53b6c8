import type { Announcement } from '@/api/types';
import { compareIso } from '@/lib/iso';
import type { Tone } from '@/ui/Pill';

/** S140: 1 red, 2 orange, 3 grey. */
export const toneOf = ({ priority }: Pick<Announcement, 'priority'>): Tone =>
  priority === 1 ? 'danger' : priority === 2 ? 'warning' : 'neutral';

/** Whether those of a company see it now; authors are sent all there is. */
export const isSeen = (record: Announcement, companyId: number | undefined, now: Date): boolean =>
  record.status &&
  (record.companyId === null || record.companyId === companyId) &&
  (record.visibleFrom === null || new Date(record.visibleFrom) <= now) &&
  (record.visibleUntil === null || new Date(record.visibleUntil) > now);

/** How many came up after this browser last looked; null has never looked. */
export const newOnes = (records: readonly Announcement[], seenAt: string | null): number =>
  records.filter((record) => seenAt === null || compareIso(cameUpAt(record), seenAt) > 0).length;

/** When it was first to be seen. */
const cameUpAt = ({ createdAt, visibleFrom }: Announcement): string =>
  visibleFrom !== null && compareIso(visibleFrom, createdAt) > 0 ? visibleFrom : createdAt;

/** When the newest came up. */
export const newestOf = (records: readonly Announcement[]): string | null =>
  records.reduce<string | null>(
    (newest, record) => (newest === null || compareIso(cameUpAt(record), newest) > 0 ? cameUpAt(record) : newest),
    null,
  );
