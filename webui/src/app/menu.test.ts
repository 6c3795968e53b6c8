import { i18n } from '@lingui/core';
import { afterEach, describe, expect, it } from 'vitest';
import { makeUser } from '@/dev/signedIn';
import { can } from '@/lib/permissions';
import type { PlanFlag, SessionUser } from '@/state/session';
import { menu } from './menu';
import { paths } from './paths';

const FLAGS: PlanFlag[] = [
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
];

function itemsOf(profile: SessionUser['profile'], flags: readonly PlanFlag[]): string[] {
  const plan = Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)]));
  const user = { id: 1, companyId: 1, profile, super: false, company: { plan } } as unknown as SessionUser;
  return menu.filter((item) => !item.need || can(user, item.need)).map((item) => item.to);
}

afterEach(() => i18n.activate('pt'));

// spec: S004 S018
describe('the side menu', () => {
  it('leads attendants to what they work with, and admins to the figures and the numbers too', () => {
    const attendant = itemsOf('user', FLAGS);
    expect(attendant).toEqual(expect.arrayContaining([paths.tickets, paths.schedules, paths.chats]));
    expect(attendant).not.toContain(paths.home);
    expect(attendant).not.toContain(paths.connections);
    expect(itemsOf('admin', FLAGS)).toEqual(expect.arrayContaining([paths.home, paths.connections]));
    // spec: A094
    expect(itemsOf('supervisor', FLAGS)).toContain(paths.connections);
    // S009: a supervisor has a dashboard, and finds it without an item
    expect(itemsOf('supervisor', FLAGS)).not.toContain(paths.home);
  });

  // spec: S018 S084 S087 A094
  it('has the same pages of the work for everybody, and those of the company for admins alone', () => {
    const seen = (profile: SessionUser['profile'], isSuper = false) => {
      const company = { ...makeUser().company, campaignsEnabled: true };
      const user = makeUser({ profile, super: isSuper, company });
      return menu.filter(({ need }) => !need || can(user, need)).map(({ to }) => to);
    };
    const { home, connections, campaigns, announcements, operators } = paths;
    const work = menu.filter(({ section }) => section === 'main').map(({ to }) => to);
    const company = menu.filter(({ section }) => section === 'admin').map(({ to }) => to);
    const attendant = work.filter((to) => to !== home);
    expect(seen('user')).toEqual(attendant);
    expect(seen('supervisor')).toEqual([...attendant, connections, campaigns]);
    expect(seen('admin')).toEqual([...work, ...company]);
    expect(seen('admin', true)).toEqual([...work, ...company, announcements, operators]);
  });

  // spec: S042 S088
  it('has no item for what the plan has not', () => {
    expect(itemsOf('admin', ['useSchedules'])).not.toContain(paths.chats);
    expect(itemsOf('admin', ['useInternalChat'])).not.toContain(paths.schedules);
    expect(itemsOf('user', [])).toContain(paths.tickets);
  });

  // spec: A005 A093
  it.each(['user', 'supervisor', 'admin'] as const)('has the board for the %s, where the plan has it', (profile) => {
    expect(itemsOf(profile, ['useKanban'])).toContain(paths.board);
    const others = FLAGS.filter((flag) => flag !== 'useKanban');
    expect(itemsOf(profile, others)).not.toContain(paths.board);
  });

  // spec: A005 A028 A029 A093
  it.each([
    [paths.prompts, 'useOpenAi'],
    [paths.integrations, 'useIntegrations'],
    [paths.messagesApi, 'useExternalApi'],
  ] as const)('has %s for admins alone, where the plan has %s', (path, flag) => {
    expect(itemsOf('admin', [flag])).toContain(path);
    const others = FLAGS.filter((each) => each !== flag);
    expect(itemsOf('admin', others)).not.toContain(path);
    for (const profile of ['user', 'supervisor'] as const) expect(itemsOf(profile, FLAGS)).not.toContain(path);
  });

  // spec: A008 B18
  it.each([
    ['admin', true, [paths.campaigns, paths.contactLists]],
    ['supervisor', true, [paths.campaigns]],
    ['user', true, []],
    ['admin', false, []],
    ['supervisor', false, []],
  ] as const)('gives a %s, where campaigns are on: %s, of campaigns and their lists %s', (profile, isOn, items) => {
    const company = { ...makeUser().company, campaignsEnabled: isOn };
    const user = makeUser({ profile, company });
    const seen = menu.filter(({ need }) => !need || can(user, need)).map(({ to }) => to);
    expect([paths.campaigns, paths.contactLists].filter((path) => seen.includes(path))).toEqual(items);
    const plan = { ...company.plan, useCampaigns: false } as NonNullable<typeof company.plan>;
    const without = makeUser({ profile, company: { ...company, plan } });
    expect(menu.filter(({ need }) => !need || can(without, need)).map(({ to }) => to)).not.toContain(paths.campaigns);
  });

  // spec: A003 A092
  it('leads to the announcements those alone who run the server', () => {
    const announcements = menu.find(({ to }) => to === paths.announcements);
    for (const isSuper of [true, false]) {
      const user = { profile: 'admin', super: isSuper } as SessionUser;
      expect(can(user, announcements?.need ?? {})).toBe(isSuper);
    }
  });

  it('stands in the order of the specification', () => {
    const { home, tickets, board, quickMessages, todo, contacts, schedules, tags, chats, helps } = paths;
    const main = menu.filter(({ section }) => section === 'main').map(({ to }) => to);
    expect(main).toEqual([home, tickets, board, quickMessages, todo, contacts, schedules, tags, chats, helps]);
  });

  it.each(['pt', 'en', 'es'])('names a page as the page names itself (%s)', (language) => {
    i18n.activate(language);
    for (const { labelId } of menu) {
      const page = labelId.replace('shell.menu.', '').replace('quickMessages', 'quick');
      expect(i18n._(labelId)).toBe(i18n._(`${page}.title`));
    }
  });
});
