import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { sessionActions, toForm, toPayload } from './model';
import { connectionSchema } from './schema';

const form = (more: object = {}) => ({ ...toForm(null), name: 'Matriz', provider: 'simulator' as const, ...more });
const cloud = {
  provider: 'cloud' as const,
  phoneNumberId: '1',
  wabaId: '2',
  accessToken: 'a',
  appSecret: 'b',
  verifyToken: 'c',
};
const issues = (value: object, isNew = true): Record<string, string> => {
  const result = safeParse(connectionSchema(isNew), value);
  const found = result.issues ?? [];
  // The first problem of a field is the one that is shown.
  return Object.fromEntries(found.toReversed().map((issue) => [issue.path?.[0]?.key, issue.message]));
};

// spec: A053 A054 A055 A056 A057 A058
describe('session buttons', () => {
  it.each([
    ['qrcode', 'beta', ['showQr']],
    ['DISCONNECTED', 'beta', ['tryAgain', 'newQr']],
    ['DISCONNECTED', 'cloud', ['tryAgain']],
    ['CONNECTED', 'cloud', []],
    ['PAIRING', 'beta', ['disconnect']],
    ['TIMEOUT', 'beta', ['disconnect']],
    ['OPENING', 'beta', ['connecting']],
  ] as const)('%s of %s', (status, provider, expected) => {
    expect(sessionActions({ status, provider })).toEqual(expected);
  });
});

// spec: A076 S130
describe('connection form', () => {
  it.each([
    ['', 'Required'],
    ['   ', 'Required'],
    ['a', 'Too Short!'],
    ['a'.repeat(51), 'Too Long!'],
  ])('refuses the name "%s"', (name, message) => {
    expect(issues(form({ name })).name).toBe(message);
  });

  it('takes names of 2 to 50 characters', () => {
    expect(issues(form({ name: 'ab' }))).toEqual({});
    expect(issues(form({ name: 'a'.repeat(50) }))).toEqual({});
  });

  it('needs a greeting with more than one queue', () => {
    expect(issues(form({ queueIds: [1, 2] })).greetingMessage).toBe('greeting');
    expect(issues(form({ queueIds: [1, 2], greetingMessage: 'Oi' }))).toEqual({});
    expect(issues(form({ queueIds: [1] }))).toEqual({});
  });

  it('needs every cloud field for a new number, and no secret for a known one', () => {
    const empty = form({ provider: 'cloud' });
    expect(Object.keys(issues(empty)).toSorted()).toEqual([
      'accessToken',
      'appSecret',
      'phoneNumberId',
      'verifyToken',
      'wabaId',
    ]);
    expect(Object.keys(issues(empty, false)).toSorted()).toEqual(['phoneNumberId', 'wabaId']);
    expect(issues(form(cloud))).toEqual({});
    expect(issues(form({ ...cloud, wabaId: 'x1' })).wabaId).toBe('digits');
  });

  it('sends secrets only when typed, and cloud fields only for cloud numbers', () => {
    expect(toPayload(form({ ...cloud, appSecret: ' ', verifyToken: '' }))).toMatchObject({
      provider: 'cloud',
      phoneNumberId: '1',
      accessToken: 'a',
    });
    expect(toPayload(form({ ...cloud, appSecret: ' ' }))).not.toHaveProperty('appSecret');
    expect(toPayload(form({ ...cloud, provider: 'simulator' }))).not.toHaveProperty('phoneNumberId');
  });
});
