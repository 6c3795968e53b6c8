import * as v from 'valibot';
import type { Queue } from '@/api/types';
import type { MessageId } from '@/i18n';
import { SWATCHES } from '@/ui/palette';

/** What is written in the form; numbers as they are typed. */
export interface QueueForm {
  name: string;
  color: string;
  order: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  autoAssign: boolean;
  assignMax: string;
  /** The id of a prompt, or empty for none. */
  promptId: string;
  /** The id of an integration, or empty for none. */
  integrationId: string;
}

/** Open tickets with which somebody is given no more, where nobody said how many. */
const ASSIGN_MAX = 5;

/** Characters of a greeting that the server takes. */
const TEXT_MAX = 2000;

/** The middle of the palette reads well in both themes; a new queue begins with the first colour there that is free. */
const MIDDLE = 21;
const OFFERED = [...SWATCHES.slice(MIDDLE), ...SWATCHES.slice(0, MIDDLE)];
const FIRST = '#0f766e';

export function toForm(queue: Queue | null, taken: readonly string[]): QueueForm {
  const free = OFFERED.find((color) => !taken.includes(color));
  return {
    name: queue?.name ?? '',
    color: queue?.color ?? free ?? FIRST,
    order: queue?.orderQueue == null ? '' : String(queue.orderQueue),
    greetingMessage: queue?.greetingMessage ?? '',
    outOfHoursMessage: queue?.outOfHoursMessage ?? '',
    autoAssign: queue?.autoAssign ?? false,
    assignMax: String(queue?.assignMax ?? ASSIGN_MAX),
    promptId: String(queue?.promptId ?? ''),
    integrationId: String(queue?.integrationId ?? ''),
  };
}

export const toPayload = ({ name, order, assignMax, promptId, integrationId, ...rest }: QueueForm) => ({
  ...rest,
  name: name.trim(),
  orderQueue: order.trim() === '' ? null : Number(order),
  assignMax: Number(assignMax),
  promptId: promptId === '' ? null : Number(promptId),
  integrationId: integrationId === '' ? null : Number(integrationId),
});

const wholeFrom = (least: number, most: number) => (text: string) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** The colours of other queues, each with who has it; a colour belongs to one queue. */
export const takenColors = (queues: readonly Queue[], own: number | null): Map<string, string> =>
  new Map(queues.filter((each) => each.id !== own).map((each) => [each.color.toLowerCase(), each.name]));

/** A077. Texts with a dot are the ids of translations. */
export const queueSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(2, 'queues.short' satisfies MessageId),
    v.maxLength(50, 'queues.long' satisfies MessageId),
  ),
  color: v.pipe(v.string(), v.regex(/^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i, 'common.required' satisfies MessageId)),
  order: v.pipe(
    v.string(),
    v.check((text) => text.trim() === '' || wholeFrom(0, 10_000)(text), 'queues.orderWrong' satisfies MessageId),
  ),
  greetingMessage: v.pipe(v.string(), v.maxLength(TEXT_MAX, 'queues.long' satisfies MessageId)),
  outOfHoursMessage: v.pipe(v.string(), v.maxLength(TEXT_MAX, 'queues.long' satisfies MessageId)),
  autoAssign: v.boolean(),
  assignMax: v.pipe(v.string(), v.check(wholeFrom(1, 100), 'queues.assignMaxWrong' satisfies MessageId)),
  promptId: v.string(),
  integrationId: v.string(),
});
