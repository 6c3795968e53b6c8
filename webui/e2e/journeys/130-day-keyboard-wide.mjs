import { workingDay } from '../support/workingDay.mjs';
import { test } from '../support/test.mjs';

test('a working day with the keyboard alone, wide, dark', ({ desk }) =>
  workingDay(desk, { hand: 'keyboard', size: 'wide', theme: 'dark' }));
