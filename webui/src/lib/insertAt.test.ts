import { expect, it } from 'vitest';
import { insertAt } from './insertAt';

// spec: S036
it('puts a text where the cursor stands, in place of what is selected', () => {
  expect(insertAt('Oi !', 3, 3, '👍')).toEqual(['Oi 👍!', 5]);
  expect(insertAt('Olá você', 4, 8, '{{name}}')).toEqual(['Olá {{name}}', 12]);
});
