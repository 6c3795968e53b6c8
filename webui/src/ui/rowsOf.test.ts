import { expect, it } from 'vitest';
import { rowsOf } from './rowsOf';

it('shows a row once that stands on two pages', () => {
  const pages = [
    [{ id: 1 }, { id: 2 }],
    [{ id: 2 }, { id: 3 }],
  ];
  expect(rowsOf(pages, (page) => page).map((row) => row.id)).toEqual([1, 2, 3]);
});
