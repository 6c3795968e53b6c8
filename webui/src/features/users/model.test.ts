import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { endsSignIn, toForm, toPayload } from './model';
import { userSchema } from './schema';

const marina = {
  id: 2,
  name: 'Marina',
  email: 'marina@aurora.example',
  profile: 'user' as const,
  allTicket: 'enabled' as const,
  whatsappId: 7,
  queues: [{ id: 1, name: 'Vendas', color: '#123456' }],
};
const issue = (more: object, isNew = true, ownEmail: string | null = null) => {
  const form = { ...toForm(marina), password: 'Senha', ...more };
  const found = safeParse(userSchema(isNew, ownEmail), form).issues?.[0];
  return found && [found.path?.[0]?.key, found.message];
};

// spec: S072
describe('user form', () => {
  it.each([
    [{ name: '' }, 'name', 'Required'],
    [{ name: 'M' }, 'name', 'Too Short!'],
    [{ name: 'M'.repeat(51) }, 'name', 'Too Long!'],
    [{ email: '' }, 'email', 'Required'],
    [{ email: 'marina@' }, 'email', 'Invalid email'],
    [{ password: '1234' }, 'password', 'Too Short!'],
    [{ password: '1'.repeat(51) }, 'password', 'Too Long!'],
  ])('refuses %o', (more, field, message) => {
    expect(issue(more)).toEqual([field, message]);
  });

  it('takes names of 2 to 50 characters and passwords of 5 to 50', () => {
    for (const name of ['Jó', 'M'.repeat(50)]) expect(issue({ name }), name).toBeUndefined();
    for (const password of ['12345', '1'.repeat(50)]) expect(issue({ password }), password).toBeUndefined();
  });

  it('takes a user without a new password, but no new user without one', () => {
    expect(issue({ password: '' }, false)).toBeUndefined();
    expect(issue({ password: '' })).toEqual(['password', 'Required']);
    expect(issue({ password: '12345' })).toBeUndefined();
  });

  it('asks for the present password where one changes what one signs in with oneself', () => {
    const own = (more: object) => issue({ password: '', ...more }, false, marina.email);
    expect(own({ name: 'Outra' })).toBeUndefined();
    expect(own({ email: ' Marina@Aurora.example ' })).toBeUndefined();
    expect(own({ password: '12345' })).toEqual(['currentPassword', 'Required']);
    expect(own({ email: 'outra@aurora.example' })).toEqual(['currentPassword', 'Required']);
    expect(own({ password: '12345', currentPassword: 'Senha' })).toBeUndefined();
    expect(issue({ password: '12345' }, false)).toBeUndefined();
  });
});

// spec: S041 S085
describe('what is sent', () => {
  it('begins a new user as a plain one', () => {
    expect(toForm(null)).toMatchObject({ profile: 'user', seesUnqueued: false, whatsappId: null, queueIds: [] });
  });

  it('has the rights for admins only, and a password only when typed', () => {
    const form = toForm(marina);
    expect(toPayload(form, false)).toEqual({ name: 'Marina', email: 'marina@aurora.example' });
    expect(toPayload({ ...form, password: 'Outra' }, true)).toEqual({
      name: 'Marina',
      email: 'marina@aurora.example',
      password: 'Outra',
      profile: 'user',
      allTicket: 'enabled',
      whatsappId: 7,
      queueIds: [1],
    });
    // the word of the interface, for both
    expect(toPayload({ ...form, seesUnqueued: false }, true)).toMatchObject({ allTicket: 'desabled' });
  });

  it('shows the present password only when it was typed', () => {
    const form = { ...toForm(marina), password: 'Outra', currentPassword: 'Senha' };
    expect(toPayload(form, false)).toMatchObject({ password: 'Outra', currentPassword: 'Senha' });
  });

  it('ends the sign-in with a new password, e-mail or profile', () => {
    const form = toForm(marina);
    expect(endsSignIn(marina, { ...form, name: 'Outra' })).toBe(false);
    expect(endsSignIn(marina, { ...form, password: 'Outra' })).toBe(true);
    expect(endsSignIn(marina, { ...form, email: 'outra@aurora.example' })).toBe(true);
    expect(endsSignIn(marina, { ...form, profile: 'admin' })).toBe(true);
  });
});
