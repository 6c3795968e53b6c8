import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { contactSchema } from './contactForm';

const read = (value: object) => {
  const result = safeParse(contactSchema, { name: 'Ana', number: '5511988887777', email: '', ...value });
  return result.success ? result.output : result.issues[0].message;
};

describe('new contact', () => {
  // spec: S073
  it('asks for a name of 2 to 50, a number of 8 to 50 and a valid e-mail if any', () => {
    expect(read({ number: '+55 (11) 98888-7777' })).toMatchObject({ number: '5511988887777' });
    expect(read({ name: ' A ' })).toBe('tickets.form.short');
    expect(read({ name: 'a'.repeat(51) })).toBe('tickets.form.long');
    expect(read({ number: '1234567' })).toBe('tickets.form.short');
    expect(read({ number: '1'.repeat(51) })).toBe('tickets.form.long');
    expect(read({ email: 'ana@' })).toBe('tickets.form.email');
    expect(read({ email: 'ana@loja.example' })).toMatchObject({ email: 'ana@loja.example' });
  });
});
