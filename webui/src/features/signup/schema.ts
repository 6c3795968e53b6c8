import * as v from 'valibot';
import type { MessageId } from '@/i18n';
import { isStrong } from './model';

const required = (text: string) => text.trim() !== '';

const email = v.pipe(v.string(), v.trim(), v.check(required, 'Required'), v.email('Invalid email'));

const name = v.pipe(
  v.string(),
  v.trim(),
  v.check(required, 'Required'),
  v.minLength(2, 'Too Short!'),
  v.maxLength(50, 'Too Long!'),
);

/** S076: the mask (99) 99999-9999 holds at most 11 digits; a landline has 10. */
const phone = v.pipe(
  v.string(),
  v.check((digits) => digits === '' || digits.length >= 10, 'Too Short!'),
  v.maxLength(11, 'Too Long!'),
);

/** S076: the texts are the specification's own. */
export const signupSchema = v.object({
  name,
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

const strong = v.pipe(
  v.string(),
  v.check(required, 'Required'),
  v.check(isStrong, 'signup.reset.weak' satisfies MessageId),
);

/** A088 A147 */
export const resetSchema = v.pipe(
  v.object({
    code: v.pipe(v.string(), v.trim(), v.check(required, 'Required')),
    password: strong,
    confirmation: v.string(),
  }),
  v.forward(
    v.check(({ password, confirmation }) => password === confirmation, 'signup.reset.mismatch' satisfies MessageId),
    ['confirmation'],
  ),
);

/** Who was invited. */
export const acceptSchema = v.object({ name, email, password: strong });

export const emailSchema = v.object({ email });
