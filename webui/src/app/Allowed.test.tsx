import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { can } from '@/lib/permissions';
import { companyHandler } from '@/realtime/handlers/company';
import { currentSession, type PlanFlag } from '@/state/session';
import { toast } from '@/ui/toast';
import { Allowed } from './Allowed';
import { menu } from './menu';
import OtherPage, { otherPages } from './OtherPage';
import { paths } from './paths';

const NOT_IN_PLAN = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.';
const NO_PERMISSION = 'Você não tem permissão para acessar essa página! Estamos lhe redirecionando.';
let told: string[];

/** What the server says when the company, its plan or its campaigns change. */
function hear(plan: Partial<Record<PlanFlag, boolean>>, campaignsEnabled = false) {
  const company = currentSession()?.user.company;
  if (!company?.plan) throw new Error('nobody is signed in');
  const changed = { ...company, campaignsEnabled, plan: { ...company.plan, ...plan } };
  const event = { action: 'update', seq: 1, company: changed } as unknown as Parameters<
    NonNullable<typeof companyHandler.effects>
  >[1];
  act(() => companyHandler.effects?.({} as never, event, {} as never));
}

function show(need: Parameters<typeof Allowed>[0]['need'], user = makeUser({ profile: 'admin' })) {
  renderSignedIn(
    <Routes>
      <Route path="/page" element={<Allowed need={need}>the page</Allowed>} />
      <Route path={paths.home} element="home" />
      <Route path={paths.tickets} element="tickets" />
    </Routes>,
    { user, path: '/page' },
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  vi.spyOn(toast, 'error').mockImplementation((text) => void told.push(text));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a page that asks for more', () => {
  // spec: A017 A093 A129
  it.each(['useSchedules', 'useInternalChat', 'useKanban', 'useOpenAi', 'useIntegrations', 'useExternalApi'] as const)(
    'goes with %s, says why, and leads home after a second',
    (plan) => {
      show({ plan });
      expect(screen.getByText('the page')).toBeTruthy();
      hear({ [plan]: false });
      expect(screen.queryByText('the page')).toBeNull();
      expect(told).toEqual([NOT_IN_PLAN]);
      act(() => void vi.advanceTimersByTime(999));
      expect(screen.queryByText('home')).toBeNull();
      act(() => void vi.advanceTimersByTime(1));
      expect(screen.getByText('home')).toBeTruthy();
    },
  );

  // spec: A092 A129
  it('says that it is for super users, and leads home after a second', () => {
    show({ super: true });
    expect(told).toEqual([NO_PERMISSION]);
    expect(screen.queryByText('the page')).toBeNull();
    act(() => void vi.advanceTimersByTime(999));
    expect(screen.queryByText('home')).toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByText('home')).toBeTruthy();
  });

  // spec: A003 A092 A129
  it('is that of the announcements, and opens for super users alone', () => {
    renderSignedIn(<OtherPage path={paths.announcements} />, { user: makeUser({ profile: 'admin' }) });
    expect(told).toEqual([NO_PERMISSION]);
    cleanup();
    renderSignedIn(<OtherPage path={paths.announcements} />, { user: makeUser({ profile: 'admin', super: true }) });
    expect(told).toEqual([NO_PERMISSION]);
  });

  it('stays when another feature goes', () => {
    show({ plan: 'useSchedules' });
    hear({ useInternalChat: false });
    expect(screen.getByText('the page')).toBeTruthy();
    expect(told).toEqual([]);
  });

  it('leads a lower profile to the tickets without a word', () => {
    show({ profile: 'admin' }, makeUser({ profile: 'supervisor' }));
    expect(screen.getByText('tickets')).toBeTruthy();
    expect(told).toEqual([]);
  });
});

// spec: A005 A017 A093 S088
it('asks the plan for the pages of its features', () => {
  const asking = otherPages.flatMap(({ at, need }) => (need?.plan ? [[at[0], need.plan]] : []));
  expect(asking).toEqual([
    [paths.board, 'useKanban'],
    [paths.schedules, 'useSchedules'],
    [paths.chats, 'useInternalChat'],
    [paths.campaigns, 'useCampaigns'],
    [paths.campaignReportPattern, 'useCampaigns'],
    [paths.campaignsConfig, 'useCampaigns'],
    [paths.contactLists, 'useCampaigns'],
    [paths.contactListPattern, 'useCampaigns'],
    [paths.messagesApi, 'useExternalApi'],
    [paths.webhooks, 'useExternalApi'],
    [paths.integrations, 'useIntegrations'],
    [paths.prompts, 'useOpenAi'],
  ]);
});

// spec: A008 B18
it.each([
  [paths.campaigns, true],
  [paths.campaignReportPattern, true],
  [paths.campaignsConfig, false],
  [paths.contactLists, false],
  [paths.contactListPattern, false],
] as const)('opens %s to supervisors, where campaigns are on: %s', (path, isTheirs) => {
  const need = otherPages.find(({ at }) => at.some((one) => one === path))?.need;
  if (!need) throw new Error('it is open to everybody');
  const of = (profile: 'admin' | 'supervisor' | 'user', campaignsEnabled = true) =>
    can(makeUser({ profile, company: { ...makeUser().company, campaignsEnabled } }), need);
  expect([of('admin'), of('supervisor'), of('user')]).toEqual([true, isTheirs, false]);
  expect([of('admin', false), of('supervisor', false)]).toEqual([false, false]);
});

// spec: A025 A092
it('has the page of announcements, and the way to it, for super users alone', () => {
  const page = otherPages.find(({ at }) => at.includes(paths.announcements));
  expect(page?.need).toEqual({ super: true });
  expect(menu.find(({ to }) => to === paths.announcements)?.need).toEqual({ super: true });
});

// spec: A028 A029
it.each([paths.integrations, paths.prompts])('has %s for admins alone', (path) => {
  const page = otherPages.find(({ at }) => at.some((one) => one === path));
  const opensTo = (profile: 'admin' | 'supervisor' | 'user') => can(makeUser({ profile }), page?.need ?? {});
  expect([opensTo('admin'), opensTo('supervisor'), opensTo('user')]).toEqual([true, false, false]);
});

// spec: A008 S057
it('keeps `cshow` in the browser as long as the company has campaigns', () => {
  show({ plan: 'useCampaigns' });
  expect(localStorage.getItem('cshow')).toBeNull();
  hear({}, true);
  expect(localStorage.getItem('cshow')).toBe('true');
  hear({}, false);
  expect(localStorage.getItem('cshow')).toBeNull();
});
