import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { GROUPS, groupsOf } from './groups';
import { letterHalves, newToken, sessionActions, toForm, toPayload } from './model';
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

// spec: A094
it('leaves supervisors what starts a session', () => {
  expect(sessionActions({ status: 'DISCONNECTED', provider: 'beta' }, false)).toEqual(['tryAgain']);
  expect(sessionActions({ status: 'qrcode', provider: 'beta' }, false)).toEqual(['showQr']);
  expect(sessionActions({ status: 'TIMEOUT', provider: 'beta' }, false)).toEqual([]);
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

  // spec: A031 A137
  it('starts as a phone with three menus and no times, and sends numbers as such', () => {
    expect(toForm(null).provider).toBe('beta');
    expect(toPayload(form())).toMatchObject({
      timeUseBotQueues: 0,
      maxUseBotQueues: 3,
      expiresTicket: 0,
      timeToTransfer: null,
      transferQueueId: null,
    });
    expect(toPayload(form({ timeToTransfer: '15', transferQueueId: '4' }))).toMatchObject({
      timeToTransfer: 15,
      transferQueueId: 4,
    });
    expect(issues(form({ expiresTicket: '1,5' })).expiresTicket).toBe('digits');
    expect(issues(form({ maxUseBotQueues: '1001' })).maxUseBotQueues).toBe('tooLarge');
  });

  // spec: A009 A031 A099
  it('gives back every field of a number as it was', () => {
    const stored = {
      name: 'Matriz',
      provider: 'beta',
      isDefault: true,
      greetingMessage: 'Olá!',
      complationMessage: 'Obrigada!',
      outOfHoursMessage: 'Fechado.',
      ratingMessage: 'De 1 a 3?',
      expiresInactiveMessage: 'Encerrado.',
      expiresTicket: 120,
      timeUseBotQueues: 30,
      maxUseBotQueues: 5,
      timeToTransfer: 15,
      transferQueueId: 4,
      promptId: 6,
      integrationId: 8,
    };
    const queues = [{ id: 4 }, { id: 9 }];
    const sent = toPayload(toForm({ ...stored, id: 7, queues, cloud: null } as never));
    expect(sent).toEqual({ ...stored, queueIds: [4, 9] });
  });

  it('sends a token that was typed or made, an empty one to take it away, and otherwise none', () => {
    expect(toPayload(form())).not.toHaveProperty('token');
    expect(toPayload(form({ removesToken: true })).token).toBe('');
    const token = newToken();
    expect(token).toMatch(/^[0-9a-f]{48}$/);
    expect(toPayload(form({ token })).token).toBe(token);
    expect(issues(form({ token })).token).toBeUndefined();
    expect(issues(form({ token: 'curto' })).token).toBe('token');
    expect(issues(form({ token: 'com espaço no meio dele' })).token).toBe('token');
  });

  it('finds the group of what is wrong', () => {
    expect(groupsOf(['timeToTransfer', 'name'])).toEqual(['general', 'transfer']);
    const fields = Object.values(GROUPS).flat();
    expect(fields.toSorted()).toEqual(Object.keys(toForm(null)).toSorted());
  });
});

it('reads letters in two halves', () => {
  expect(letterHalves('K7MQ4XT9')).toEqual([
    ['K', '7', 'M', 'Q'],
    ['4', 'X', 'T', '9'],
  ]);
});
