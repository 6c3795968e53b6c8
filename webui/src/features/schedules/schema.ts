import * as v from 'valibot';
import type { MessageId } from '@/i18n';
import { fromField } from '@/lib/dates';
import { REPEATS } from './model';

/** S075: messages are ids of the catalogue, so that they follow the language. */
export const scheduleSchema = v.pipe(
  v.object({
    contactId: v.pipe(v.number(), v.minValue(1, 'schedules.required' satisfies MessageId)),
    body: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('schedules.required' satisfies MessageId),
      v.minLength(5, 'schedules.tooShort' satisfies MessageId),
      v.maxLength(4096, 'schedules.tooLong' satisfies MessageId),
    ),
    sendAt: v.pipe(
      v.string(),
      v.nonEmpty('schedules.required' satisfies MessageId),
      v.check((text) => fromField(text).getTime() > Date.now(), 'schedules.past' satisfies MessageId),
    ),
    whatsappId: v.string(),
    repeat: v.picklist(['', ...REPEATS]),
    repeatUntil: v.string(),
    needsFile: v.boolean(),
    template: v.nullable(
      v.object({
        templateId: v.number(),
        values: v.object({
          header: v.array(v.string()),
          body: v.array(v.string()),
          buttons: v.array(v.string()),
          place: v.nullable(
            v.object({
              latitude: v.number(),
              longitude: v.number(),
              name: v.nullable(v.string()),
              address: v.nullable(v.string()),
            }),
          ),
        }),
      }),
    ),
  }),
  v.forward(
    v.check(
      ({ repeat, sendAt, repeatUntil }) => repeat === '' || repeatUntil > sendAt.slice(0, 10),
      'schedules.endTooEarly' satisfies MessageId,
    ),
    ['repeatUntil'],
  ),
);
