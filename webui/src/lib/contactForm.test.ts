import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { contactSchema, toPayload, toValues } from './contactForm';

const good = { name: 'Beatriz', number: '+55 11 98888-7777', email: '', extraInfo: [] };
const issue = (more: object, isGroup = false) => {
  const found = safeParse(contactSchema(isGroup), { ...good, ...more }).issues?.[0];
  return found && [found.path?.map((part) => part.key).join('.'), found.message];
};

// spec: S073
describe('contact form', () => {
  it.each([
    [{ name: '' }, 'name', 'common.required'],
    [{ name: ' ' }, 'name', 'common.required'],
    [{ name: 'B' }, 'name', 'contacts.form.short'],
    [{ name: 'B'.repeat(51) }, 'name', 'contacts.form.long'],
    [{ number: '1234567' }, 'number', 'contacts.form.short'],
    [{ number: '1'.repeat(51) }, 'number', 'contacts.form.long'],
    [{ number: '1'.repeat(16) }, 'number', 'contacts.form.digits'],
    [{ email: 'bia@' }, 'email', 'contacts.form.email'],
    [{ extraInfo: [{ name: '', value: '123' }] }, 'extraInfo.0.name', 'common.required'],
  ])('refuses %o', (more, field, message) => {
    expect(issue(more)).toEqual([field, message]);
  });

  it('takes the bounds themselves, and no e-mail', () => {
    expect(issue({ name: 'Bi', number: '12345678' })).toBeUndefined();
    expect(issue({ number: '1-'.repeat(15).padEnd(50, ' ') })).toBeUndefined();
    expect(issue({ name: 'B'.repeat(50), email: ' bia@exemplo.com ' })).toBeUndefined();
    expect(issue({ number: 'abc@g.us' }, true)).toBeUndefined();
    expect(issue({ number: '5511•••••••77' })).toBeUndefined();
  });

  it('sends digits and filled pairs only', () => {
    const pairs = [
      { name: ' CPF ', value: ' 123 ' },
      { name: '', value: '' },
    ];
    expect(toPayload({ ...good, name: ' Bia ', extraInfo: pairs }, false)).toEqual({
      name: 'Bia',
      number: '5511988887777',
      email: '',
      extraInfo: [{ name: 'CPF', value: '123' }],
    });
    expect(toPayload(good, true)).not.toHaveProperty('number');
    expect(toPayload({ ...good, number: '5511•••••••77' }, false)).not.toHaveProperty('number');
  });

  it('begins empty for a new contact', () => {
    expect(toValues({})).toEqual({ name: '', number: '', email: '', extraInfo: [] });
  });
});
