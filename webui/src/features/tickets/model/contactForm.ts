import { email, maxLength, minLength, object, optional, pipe, string, transform, trim, union, literal } from 'valibot';

/** S073: name 2 to 50, number 8 to 50, e-mail valid if given. The texts are the ids of translations. */
export const contactSchema = object({
  name: pipe(string(), trim(), minLength(2, 'tickets.form.short'), maxLength(50, 'tickets.form.long')),
  number: pipe(
    string(),
    transform((value) => value.replaceAll(/\D/g, '')),
    minLength(8, 'tickets.form.short'),
    maxLength(50, 'tickets.form.long'),
  ),
  email: optional(union([literal(''), pipe(string(), trim(), email('tickets.form.email'))], 'tickets.form.email'), ''),
});
