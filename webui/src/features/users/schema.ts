import * as v from 'valibot';
import { changesSignIn } from './model';

/** S072: the texts are the specification's own. */
const required = (text: string) => text.trim() !== '';

/** One's own e-mail is given where one changes oneself: then the present password is asked for. */
export const userSchema = (isNew: boolean, ownEmail: string | null) => {
  const fields = v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.check(required, 'Required'),
      v.minLength(2, 'Too Short!'),
      v.maxLength(50, 'Too Long!'),
    ),
    email: v.pipe(v.string(), v.trim(), v.check(required, 'Required'), v.email('Invalid email')),
    password: v.pipe(
      v.string(),
      v.check((text) => !isNew || text !== '', 'Required'),
      v.check((text) => text === '' || text.length >= 5, 'Too Short!'),
      v.maxLength(50, 'Too Long!'),
    ),
    currentPassword: v.string(),
    code: v.string(),
    profile: v.picklist(['admin', 'supervisor', 'user']),
    seesUnqueued: v.boolean(),
    whatsappId: v.nullable(v.number()),
    queueIds: v.array(v.number()),
  });
  if (ownEmail === null) return fields;
  return v.pipe(
    fields,
    v.forward(
      v.check((form) => !changesSignIn(ownEmail, form) || form.currentPassword !== '', 'Required'),
      ['currentPassword'],
    ),
  );
};
