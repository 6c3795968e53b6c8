import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Schedule } from '@/api/types';
import { toField } from '@/lib/dates';
import { canChange, isFinal, isPicture, spanOf, toEntry, toForm, toneOf, toPayload } from './model';
import { scheduleSchema } from './schema';

const now = new Date(2026, 10, 20, 14, 5);
const schedule: Schedule = {
  id: 1,
  body: 'Até amanhã',
  contactId: 7,
  contact: { id: 7, name: 'Beatriz', number: '5511988887777', profilePicUrl: '' },
  sendAt: new Date(2026, 10, 20, 23, 50).toISOString(),
  sentAt: null,
  status: 'PENDENTE',
  error: null,
  mediaPath: null,
  mediaName: null,
  userId: 3,
  user: { id: 3, name: 'Marina' },
  whatsappId: null,
  repeat: null,
  repeatUntil: null,
  template: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
};

describe('the form of a schedule', () => {
  // spec: S068
  it('begins one hour ahead, or at the hour that was chosen in the calendar', () => {
    expect(toForm(null, now).sendAt).toBe('2026-11-20T15:05');
    expect(toForm(null, now, 7, new Date(2026, 10, 25, 9, 0))).toMatchObject({
      contactId: 7,
      sendAt: '2026-11-25T09:00',
    });
    expect(toForm(null, now, 7, new Date(2026, 10, 1)).sendAt).toBe('2026-11-20T15:05');
    expect(toForm(schedule, now)).toEqual({
      contactId: 7,
      body: 'Até amanhã',
      sendAt: '2026-11-20T23:50',
      whatsappId: '',
      repeat: '',
      repeatUntil: '',
      template: null,
      needsFile: false,
    });
  });

  // spec: S106
  it('is sent with the caller and in universal time', () => {
    const form = { contactId: 7, body: ' Olá! ', sendAt: toField(now), whatsappId: '4', template: null };
    const payload = toPayload({ ...form, repeat: '', repeatUntil: '2026-12-01' }, 3);
    const sent = { contactId: 7, body: 'Olá!', sendAt: now.toISOString(), whatsappId: 4, template: null, userId: 3 };
    expect(payload).toEqual({ ...sent, repeat: null, repeatUntil: null });
    const again = toPayload({ ...form, repeat: 'monthly', repeatUntil: '2026-12-01' }, 3);
    const end = new Date(2026, 11, 1, 23, 59).toISOString();
    expect(again).toEqual({ ...sent, repeat: 'monthly', repeatUntil: end });
    expect(toForm({ ...schedule, repeat: 'weekly', repeatUntil: end }, now)).toMatchObject({
      repeat: 'weekly',
      repeatUntil: '2026-12-01',
    });
  });

  // spec: S075
  it('needs a contact, five letters and a time to come', () => {
    const problems = (input: object) => {
      const result = v.safeParse(scheduleSchema, {
        contactId: 7,
        body: 'Até amanhã',
        sendAt: toField(new Date(Date.now() + 3_600_000)),
        whatsappId: '',
        repeat: '',
        repeatUntil: '',
        template: null,
        needsFile: false,
        ...input,
      });
      return result.issues?.map((issue) => issue.message) ?? [];
    };
    expect(problems({})).toEqual([]);
    const series = { sendAt: '2036-11-20T14:05', repeat: 'daily' };
    expect(problems({ ...series, repeatUntil: '2036-11-20' })).toEqual(['schedules.endTooEarly']);
    expect(problems({ ...series, repeatUntil: '' })).toEqual(['schedules.endTooEarly']);
    expect(problems({ ...series, repeatUntil: '2036-11-21' })).toEqual([]);
    expect(problems({ contactId: 0 })).toEqual(['schedules.required']);
    expect(problems({ body: 'Oi!!' })).toEqual(['schedules.tooShort']);
    expect(problems({ body: 'Oi!!!' })).toEqual([]);
    expect(problems({ sendAt: '' })).toContain('schedules.required');
    expect(problems({ sendAt: '2020-01-01T00:00' })).toEqual(['schedules.past']);
    expect(['a.png', 'b.JPG', 'c.jpeg', 'd.gif', 'png'].map((name) => isPicture(new File([], name)))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a schedule', () => {
  // spec: S068 A071
  it('is final once it is on its way', () => {
    expect([isFinal(null), isFinal(schedule), isFinal({ ...schedule, status: 'ERRO' })]).toEqual([false, false, false]);
    expect(isFinal({ ...schedule, status: 'AGENDADA' })).toBe(true);
    expect(isFinal({ ...schedule, status: 'ENVIADA', sentAt: now.toISOString() })).toBe(true);
    expect(isFinal({ ...schedule, status: 'ERRO', sentAt: now.toISOString() }), 'sent is sent').toBe(true);
    expect(toneOf('ERRO')).toBe('danger');
  });

  it('is changed by its owner and by admins', () => {
    expect(canChange(schedule, { id: 3, profile: 'user' })).toBe(true);
    expect(canChange(schedule, { id: 4, profile: 'supervisor' })).toBe(false);
    expect(canChange(schedule, { id: 4, profile: 'admin' })).toBe(true);
  });

  it('stands on one day of the calendar', () => {
    const { start, end } = toEntry(schedule);
    expect([start.getDate(), end.getDate()]).toEqual([20, 20]);
    expect(spanOf(now)).toEqual({ dateStart: '2026-10-25', dateEnd: '2027-01-07' });
  });
});
