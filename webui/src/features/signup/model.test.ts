import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { translate } from '@/i18n';
import { companyOf, isStrong, toPayload } from './model';
import { emailSchema, resetSchema, signupSchema } from './schema';

const good = { name: 'Padaria', email: 'ana@padaria.com', phone: '11988887777', password: '12345', planId: 3 };
const issue = (more: object) => {
  const found = safeParse(signupSchema, { ...good, ...more }).issues?.[0];
  return found && [found.path?.[0]?.key, found.message];
};

// spec: S076
describe('sign-up form', () => {
  it.each([
    [{ name: '' }, 'name', 'Required'],
    [{ name: 'P' }, 'name', 'Too Short!'],
    [{ name: 'P'.repeat(51) }, 'name', 'Too Long!'],
    [{ email: '' }, 'email', 'Required'],
    [{ email: 'ana@' }, 'email', 'Invalid email'],
    [{ password: '1234' }, 'password', 'Too Short!'],
    [{ password: '1'.repeat(51) }, 'password', 'Too Long!'],
    [{ phone: '119888877' }, 'phone', 'Too Short!'],
    [{ planId: null }, 'planId', 'Required'],
  ])('refuses %o', (more, field, message) => {
    expect(issue(more)).toEqual([field, message]);
  });

  it('takes the bounds themselves, and no phone', () => {
    expect(issue({ name: 'Pa', password: '1'.repeat(50), phone: '' })).toBeUndefined();
    expect(issue({ phone: '1133334444' })).toBeUndefined();
  });
});

// spec: S056 S141
it('sends the specified defaults, which the server decides again', () => {
  expect(toPayload(good, new Date('2026-12-30T12:00:00Z'))).toEqual({
    ...good,
    recurrence: 'MENSAL',
    dueDate: '2027-01-02T12:00:00.000Z',
    status: 't',
    campaignsEnabled: true,
  });
});

// spec: A088 A147
describe('the form of a new password', () => {
  const problems = (input: object) => {
    const form = { code: 'ABCD', password: 'Abcdefg1', confirmation: 'Abcdefg1', ...input };
    return safeParse(resetSchema, form).issues?.map((each) => each.message) ?? [];
  };

  it('wants eight characters with an upper and a lower case letter and a digit, and the same again', () => {
    expect(problems({})).toEqual([]);
    for (const weak of ['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'])
      expect(problems({ password: weak, confirmation: weak })).toEqual(['signup.reset.weak']);
    expect(problems({ confirmation: 'Abcdefg2' })).toEqual(['signup.reset.mismatch']);
    expect(translate('signup.reset.weak')).toBe(
      'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
    );
    expect(translate('signup.reset.mismatch')).toBe('As senhas não correspondem');
  });

  it('wants a code, and before that an e-mail that is one', () => {
    expect(problems({ code: ' ' })).toEqual(['Required']);
    expect(safeParse(emailSchema, { email: '' }).issues?.[0]?.message).toBe('Required');
    expect(safeParse(emailSchema, { email: 'ana@' }).issues?.[0]?.message).toBe('Invalid email');
  });
});

it('asks for a long and mixed new password', () => {
  expect(['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'].some(isStrong)).toBe(false);
  expect(isStrong('Abcdefg1')).toBe(true);
});

// spec: S008
it('says which company the address names', () => {
  expect(companyOf('?companyId=7&x=1')).toBe(7);
  for (const none of ['', '?companyId=', '?companyId=x', '?companyId=-1']) expect(companyOf(none)).toBeUndefined();
  expect(toPayload(good, new Date('2026-12-30T12:00:00Z'), 7)).toMatchObject({ companyId: 7 });
});
