import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { isStrong, toPayload } from './model';
import { signupSchema } from './schema';

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

it('asks for a long and mixed new password', () => {
  expect(['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh'].some(isStrong)).toBe(false);
  expect(isStrong('Abcdefg1')).toBe(true);
});
