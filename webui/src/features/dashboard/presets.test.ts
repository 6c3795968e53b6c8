import { expect, it } from 'vitest';
import { formOf, presetOf, PRESETS, withDates } from './presets';

const TODAY = '2026-11-23';

it('asks for today, for days back from it, and for months by their dates', () => {
  expect(formOf('today', TODAY)).toEqual({ type: 'period', from: TODAY, until: TODAY, days: 1 });
  expect(formOf('yesterday', TODAY)).toMatchObject({ type: 'date', from: '2026-11-22', until: '2026-11-22' });
  expect(formOf(7, TODAY)).toEqual({ type: 'period', from: '2026-11-17', until: TODAY, days: 7 });
  expect(formOf('month', TODAY)).toMatchObject({ type: 'date', from: '2026-11-01', until: TODAY });
  expect(formOf('lastMonth', '2026-03-31')).toMatchObject({ type: 'date', from: '2026-02-01', until: '2026-02-28' });
  expect(formOf('yesterday', '2026-01-01')).toMatchObject({ from: '2025-12-31', until: '2025-12-31' });
});

it('is known again by what it asks for, and only on its own day', () => {
  for (const preset of PRESETS) expect(presetOf(formOf(preset, TODAY), TODAY)).toBe(preset);
  expect(presetOf(formOf('yesterday', TODAY), '2026-11-24')).toBeNull();
  expect(presetOf(withDates({ type: 'period', from: '', until: '', days: 45 }, TODAY), TODAY)).toBeNull();
});

it('has no dates without a number of days', () => {
  expect(withDates({ type: 'period', from: '2026-11-01', until: TODAY, days: 0 }, TODAY)).toMatchObject({
    from: '',
    until: '',
  });
});
