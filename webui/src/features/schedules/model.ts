import type { Schedule, ScheduleStatus, TemplateChoice } from '@/api/types';
import { fieldOfDay, fromField, toField, toWall } from '@/lib/dates';
import type { Tone } from '@/ui/Pill';

/** S068: a new message goes out in an hour unless another time is chosen. */
const AHEAD_MS = 3_600_000;
/** How long an entry is in the calendar: long enough to be read, short enough not to hide its neighbours. */
const SHOWN_MINUTES = 30;

export const REPEATS = ['daily', 'weekly', 'monthly'] as const;
type Repeat = (typeof REPEATS)[number];

/** What the dialog edits; `sendAt` is the company's time as a field writes it. */
export interface ScheduleForm {
  contactId: number;
  body: string;
  sendAt: string;
  whatsappId: string;
  /** How often it comes again; empty for once. */
  repeat: Repeat | '';
  /** The last day on which it does. */
  repeatUntil: string;
  /** An approved text of that connection instead of `body`. */
  template: TemplateChoice | null;
  /** Whether that text shows a file and has none of its own. */
  needsFile: boolean;
}

export interface CalendarEntry {
  title: string;
  start: Date;
  end: Date;
  schedule: Schedule;
}

export function toForm(schedule: Schedule | null, now: Date, contactId?: number, start?: Date): ScheduleForm {
  // A day that was pressed in the calendar has no time yet, and one that is past has none left.
  const first = start && start > now ? start : new Date(now.getTime() + AHEAD_MS);
  return {
    contactId: schedule?.contactId ?? contactId ?? 0,
    body: schedule?.body ?? '',
    sendAt: toField(schedule ? new Date(schedule.sendAt) : first),
    whatsappId: schedule?.whatsappId ? String(schedule.whatsappId) : '',
    repeat: schedule?.repeat ?? '',
    repeatUntil: schedule?.repeatUntil ? toField(new Date(schedule.repeatUntil)).slice(0, 10) : '',
    template: schedule?.template ?? null,
    needsFile: false,
  };
}

export const toPayload = (
  { contactId, body, sendAt, whatsappId, repeat, repeatUntil, template }: Omit<ScheduleForm, 'needsFile'>,
  userId: number,
) => ({
  contactId,
  body: body.trim(),
  sendAt: fromField(sendAt).toISOString(),
  whatsappId: whatsappId === '' ? null : Number(whatsappId),
  repeat: repeat === '' ? null : repeat,
  // the whole of its last day counts
  repeatUntil: repeat === '' ? null : fromField(`${repeatUntil}T23:59`).toISOString(),
  template,
  userId,
});

const TONES: Record<ScheduleStatus, Tone> = {
  PENDENTE: 'info',
  AGENDADA: 'warning',
  ENVIADA: 'success',
  ERRO: 'danger',
};

export const toneOf = (status: ScheduleStatus): Tone => TONES[status];

/** S068: what has been sent, or is on its way, cannot be sent again. */
export const isFinal = (schedule: Schedule | null) =>
  schedule !== null && (schedule.sentAt !== null || schedule.status === 'AGENDADA');

/** Its owner and admins. */
export const canChange = (schedule: Schedule | null, user: { id: number; profile: string }) =>
  schedule === null || schedule.userId === user.id || user.profile === 'admin';

/** Where it stands in the calendar, whose dates are the wall's. An entry ends on the day on which it begins, so that it
 * is shown in one place. */
export function toEntry(schedule: Schedule): CalendarEntry {
  const start = toWall(new Date(schedule.sendAt));
  const midnight = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1).getTime() - 1000;
  const end = new Date(Math.min(start.getTime() + SHOWN_MINUTES * 60_000, midnight));
  return { title: schedule.contact.name, start, end, schedule };
}

/** The days that any view of this month may show: a week before it, and a month's agenda after it. */
export const spanOf = (date: Date) => ({
  dateStart: fieldOfDay(new Date(date.getFullYear(), date.getMonth(), -6)),
  dateEnd: fieldOfDay(new Date(date.getFullYear(), date.getMonth() + 1, 38)),
});

/** S075 */
export const PICTURES = '.png,.jpg,.jpeg';
export const isPicture = (file: File) => /\.(png|jpe?g)$/i.test(file.name);
