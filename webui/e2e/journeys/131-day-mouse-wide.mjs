import { workingDay } from '../support/workingDay.mjs';
import { test } from '../support/test.mjs';

test('a working day with the mouse alone, wide, light', ({ desk }) =>
  workingDay(desk, { hand: 'mouse', size: 'wide', theme: 'light' }));
