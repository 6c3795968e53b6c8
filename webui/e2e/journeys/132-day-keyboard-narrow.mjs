import { workingDay } from '../support/workingDay.mjs';
import { test } from '../support/test.mjs';

test('a working day with the keyboard alone, narrow, light', ({ desk }) =>
  workingDay(desk, { hand: 'keyboard', size: 'narrow', theme: 'light' }));
