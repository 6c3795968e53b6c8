import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Queue } from '@/api/types';
import { PALETTE } from '@/ui/palette';
import { queueSchema, toForm, toPayload } from './model';

// spec: S043 S082 A032 A077
describe('the form of a queue', () => {
  const sales: Queue = {
    id: 3,
    companyId: 1,
    name: 'Vendas',
    color: '#0f766e',
    orderQueue: null,
    greetingMessage: 'Olá!',
    outOfHoursMessage: '',
    autoAssign: true,
    assignMax: 8,
    schedules: [],
    mediaPath: null,
    mediaName: null,
  };

  it('begins with a colour that no other queue has', () => {
    expect(toForm(null, [PALETTE[0], PALETTE[1]]).color).toBe(PALETTE[2]);
    expect(toForm(sales, [PALETTE[0]]).color).toBe(PALETTE[0]);
  });

  it('gives back what it was made of', () => {
    const { name, color, orderQueue, autoAssign, assignMax, greetingMessage, outOfHoursMessage } = sales;
    const form = { name, color, orderQueue, autoAssign, assignMax, greetingMessage, outOfHoursMessage };
    expect(toPayload(toForm(sales, []))).toEqual(form);
    expect(toPayload({ ...toForm(sales, []), order: ' 2 ' }).orderQueue).toBe(2);
  });

  it('says what is wrong', () => {
    const problemsOf = (change: Partial<ReturnType<typeof toForm>>) => {
      const checked = v.safeParse(queueSchema, { ...toForm(sales, []), ...change });
      return (checked.issues ?? []).map((issue) => issue.message);
    };
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ name: ' a ' })).toEqual(['queues.short']);
    expect(problemsOf({ order: '-1' })).toEqual(['queues.orderWrong']);
    expect(problemsOf({ assignMax: '0' })).toEqual(['queues.assignMaxWrong']);
    expect(problemsOf({ color: 'verde' })).toEqual(['common.required']);
  });
});
