import { describe, expect, it } from 'vitest';
import { menu } from './menu';
import { insidePaths, paths } from './paths';
import { pageAt, pages } from './pages';

describe('the pages inside the shell', () => {
  it('are there for every address that leads inside', () => {
    expect(insidePaths).toContain(paths.tickets);
    expect(insidePaths.filter((path) => pageAt(path) === null)).toEqual([]);
  });

  it('have an address each', () => {
    const all = pages.flatMap(({ at }) => at);
    expect(all.toSorted()).toEqual([...new Set(insidePaths)].toSorted());
  });

  it('are shown to at least those whom the menu shows the way', () => {
    for (const { to, need } of menu) {
      const page = pages.find(({ at }) => at.includes(to));
      if (to !== paths.home) expect(page?.need).toEqual(need);
    }
  });
});
