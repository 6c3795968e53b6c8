import * as v from 'valibot';
import { fromField } from '@/lib/dates';

/** S075: messages are ids of the catalogue, so that they follow the language. */
export const scheduleSchema = v.object({
  contactId: v.pipe(v.number(), v.minValue(1, 'schedules.required')),
  body: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('schedules.required'),
    v.minLength(5, 'schedules.tooShort'),
    v.maxLength(4096, 'schedules.tooLong'),
  ),
  sendAt: v.pipe(
    v.string(),
    v.nonEmpty('schedules.required'),
    v.check((text) => fromField(text).getTime() > Date.now(), 'schedules.past'),
  ),
  whatsappId: v.string(),
});
