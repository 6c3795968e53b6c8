import { describe, expect, it } from 'vitest';
import { menu } from './menu';
import { insidePaths, paths } from './paths';
import { otherPages } from './OtherPage';
import { pageAt, ticketPaths } from './pages';

describe('the pages inside the shell', () => {
  it('are there for every address that leads inside', () => {
    expect(insidePaths).toContain(paths.tickets);
    expect(insidePaths.filter((path) => pageAt(path) === null)).toEqual([]);
  });

  it('have an address each', () => {
    const all = [...ticketPaths, ...otherPages.flatMap(({ at }) => at)];
    expect(all.toSorted()).toEqual([...new Set(insidePaths)].toSorted());
  });

  // spec: A007
  it.each([
    '/connections',
    '/quick-messages',
    '/todolist',
    '/schedules',
    '/tags',
    '/helps',
    '/files',
    '/prompts',
    '/queue-integration',
    '/messages-api',
    '/settings',
    '/kanban',
    '/financeiro',
    '/queues',
    '/announcements',
    '/subscription',
    '/chats',
    '/chats/:uuid',
  ])('are at %s', (path) => {
    expect(insidePaths).toContain(path);
    expect(otherPages.filter(({ at }) => at.includes(path))).toHaveLength(1);
  });

  it('are shown to at least those whom the menu shows the way', () => {
    for (const { to, need } of menu) {
      const page = otherPages.find(({ at }) => at.includes(to));
      if (to !== paths.home) expect(page?.need).toEqual(need);
    }
  });
});
