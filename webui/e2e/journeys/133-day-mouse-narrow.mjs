import { workingDay } from '../support/workingDay.mjs';
import { test } from '../support/test.mjs';

test('a working day with the mouse alone, narrow, dark', ({ desk }) =>
  workingDay(desk, { hand: 'mouse', size: 'narrow', theme: 'dark' }));
