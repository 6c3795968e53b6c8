import * as v from 'valibot';
import type { MessageId } from '@/i18n';
import { isStrong } from './model';

const required = (text: string) => text.trim() !== '';

const email = v.pipe(v.string(), v.trim(), v.check(required, 'Required'), v.email('Invalid email'));

/** S076: the mask (99) 99999-9999 holds at most 11 digits; a landline has 10. */
const phone = v.pipe(
  v.string(),
  v.check((digits) => digits === '' || digits.length >= 10, 'Too Short!'),
  v.maxLength(11, 'Too Long!'),
);

/** S076: the texts are the specification's own. */
export const signupSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.check(required, 'Required'),
    v.minLength(2, 'Too Short!'),
    v.maxLength(50, 'Too Long!'),
  ),
  email,
  phone,
  password: v.pipe(
    v.string(),
    v.check(required, 'Required'),
    v.minLength(5, 'Too Short!'),
    v.maxLength(50, 'Too Long!'),
  ),
  planId: v.pipe(
    v.nullable(v.number()),
    v.check((id) => id !== null, 'Required'),
  ),
});

/** A088 A147 */
export const resetSchema = v.pipe(
  v.object({
    code: v.pipe(v.string(), v.trim(), v.check(required, 'Required')),
    password: v.pipe(
      v.string(),
      v.check(required, 'Required'),
      v.check(isStrong, 'signup.reset.weak' satisfies MessageId),
    ),
    confirmation: v.string(),
  }),
  v.forward(
    v.check(({ password, confirmation }) => password === confirmation, 'signup.reset.mismatch' satisfies MessageId),
    ['confirmation'],
  ),
);

export const emailSchema = v.object({ email });
