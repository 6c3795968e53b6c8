import * as v from 'valibot';

/** S072: the texts are the specification's own. */
const required = (text: string) => text.trim() !== '';

export const userSchema = (isNew: boolean) =>
  v.object({
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
    profile: v.picklist(['admin', 'supervisor', 'user']),
    seesUnqueued: v.boolean(),
    whatsappId: v.nullable(v.number()),
    queueIds: v.array(v.number()),
  });
