/** The colour of each state of a recipient, the same in the bar, its tiles and the course. */
import type { RecipientState } from '@/api/types';
import { color } from '@/styles/tokens';

export const INKS: Record<RecipientState | 'answered', string> = {
  pending: color.lineStrong,
  confirmRequested: color.lineStrong,
  confirmed: color.lineStrong,
  queued: color.lineStrong,
  sent: `color-mix(in srgb, ${color.info} 55%, ${color.surface})`,
  delivered: color.info,
  read: color.accent,
  answered: color.violet,
  failed: color.danger,
  optedOut: color.warning,
  skipped: color.line,
  unknown: color.dueSoon,
};
