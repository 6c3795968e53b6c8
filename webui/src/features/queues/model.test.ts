import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Queue } from '@/api/types';
import { SWATCHES } from '@/ui/palette';
import { queueSchema, takenColors, toForm, toPayload } from './model';

// spec: S043 S082 A032 A077 A140
describe('the form of a queue', () => {
  const sales: Queue = {
    id: 3,
    companyId: 1,
    name: 'Vendas',
    color: '#0f766e',
    orderQueue: null,
    greetingMessage: 'Olá!',
    outOfHoursMessage: 'Só amanhã.',
    autoAssign: true,
    assignMax: 8,
    promptId: 3,
    integrationId: 4,
    schedules: [],
    mediaPath: null,
    mediaName: null,
  };

  it('begins with a colour that no other queue has', () => {
    const first = toForm(null, []).color;
    const second = toForm(null, [first]).color;
    expect(first).toBe('#0f766e');
    expect(second).not.toBe(first);
    expect(SWATCHES).toContain(second);
    expect(
      toForm(
        null,
        SWATCHES.filter((each) => each !== '#004d40'),
      ).color,
    ).toBe('#004d40');
    expect(toForm(sales, [sales.color]).color).toBe(sales.color);
  });

  it('has 49 colours to choose from, without those of other queues', () => {
    expect(new Set(SWATCHES).size).toBe(49);
    const support = { ...sales, id: 4, name: 'Suporte', color: '#1F9D74' };
    expect(takenColors([sales, support], 3)).toEqual(new Map([['#1f9d74', 'Suporte']]));
    expect(takenColors([sales, support], null).size).toBe(2);
  });

  it('gives back what it was made of', () => {
    const {
      name,
      color,
      orderQueue,
      autoAssign,
      assignMax,
      promptId,
      integrationId,
      greetingMessage,
      outOfHoursMessage,
    } = sales;
    const form = {
      name,
      color,
      orderQueue,
      autoAssign,
      assignMax,
      promptId,
      integrationId,
      greetingMessage,
      outOfHoursMessage,
    };
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
    expect(problemsOf({ name: ' ' })).toContain('common.required');
    expect(problemsOf({ name: 'a'.repeat(51) })).toEqual(['queues.long']);
    for (const name of ['ab', 'a'.repeat(50)]) expect(problemsOf({ name })).toEqual([]);
    expect(problemsOf({ order: '-1' })).toEqual(['queues.orderWrong']);
    expect(problemsOf({ assignMax: '0' })).toEqual(['queues.assignMaxWrong']);
    for (const color of ['#0f7', '#0F766E', '#0f766e80']) expect(problemsOf({ color }), color).toEqual([]);
    for (const color of ['verde', '#0f', '#0f76', '#0f766', '#0f766e8', '#0f766e800'])
      expect(problemsOf({ color }), color).toEqual(['common.required']);
  });
});
