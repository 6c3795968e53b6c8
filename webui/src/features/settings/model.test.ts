import { describe, expect, it } from 'vitest';
import { auditDays, chatBotTypes, idleMinutes, scheduleTypeOf, withValue } from './model';

describe('the options of a company', () => {
  it('offer the number that is set among the usual ones', () => {
    expect(idleMinutes('45')).toEqual(['0', '5', '10', '15', '30', '45', '60', '120', '240', '480', '1440']);
    expect(auditDays('365').filter((days) => days === '365')).toHaveLength(1);
  });

  // spec: A139
  it('know text as the robot’s only kind of choices, and keep another one that is set', () => {
    expect(chatBotTypes('text')).toEqual(['text']);
    expect(chatBotTypes('list')).toEqual(['text', 'list']);
  });

  // spec: A064
  it('say whose hours count, nobody’s where nothing or nonsense is set', () => {
    expect(scheduleTypeOf([])).toBe('disabled');
    expect(scheduleTypeOf([{ key: 'scheduleType', value: 'sometimes' }])).toBe('disabled');
    expect(scheduleTypeOf([{ key: 'scheduleType', value: 'queue' }])).toBe('queue');
    expect(scheduleTypeOf([{ key: 'scheduleType', value: 'company' }])).toBe('company');
  });

  it('are changed one by one, and unset again', () => {
    const call = { key: 'call', value: 'enabled' };
    expect(withValue([call], 'call', 'disabled')).toEqual([{ key: 'call', value: 'disabled' }]);
    expect(withValue([call], 'call', undefined)).toEqual([]);
  });
});
