import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import styled from 'styled-components';
import { queryClient } from '@/api/queryClient';
import { useT } from '@/i18n';
import { DEFAULT_ZONE, setZone } from '@/lib/dates';
import { useIsNarrow } from '@/lib/useMedia';
import { useIsDrawerOpen } from '@/state/drawer';
import { schedule, useScheduling } from '@/state/scheduling';
import { useUser } from '@/state/session';
import { whenToasterReady } from '@/state/toaster';
import { color, layer, layout } from '@/styles/tokens';
import { guardClicks } from '@/ui/clickGuard';
import { PageSpinner } from '@/ui/PageSpinner';
import { lazyLayer } from '@/ui/lazyLayer';
import { atFirstHand } from './atFirstHand';
import { ErrorBoundary } from './ErrorBoundary';
import { guardInputs } from './inputGuards';
import { pageAt, preloadPages } from './pages';
import { Realtime } from './Realtime';
import { Commands } from './shell/Commands';
import { ConnectionBanner } from './shell/ConnectionBanner';
import { CompanyBars } from './shell/LateCompanyBars';
import { OutageBanner } from './shell/OutageBanner';
import { SideMenu } from './shell/SideMenu';
import { TemporaryDrawer } from './shell/TemporaryDrawer';
import { TopBar } from './shell/TopBar';

const ScheduleHost = lazyLayer(() => import('@/features/schedules/ScheduleHost'), 'schedules');

const NOTICES_AFTER_MS = 500;

const Root = styled.div`
  display: flex;
  height: 100dvh;
  overflow: hidden;
  background: ${color.canvas};
`;

const Side = styled.aside`
  flex: none;
  width: ${layout.drawer};
  border-right: 1px solid ${color.line};

  &[data-rail] {
    width: ${layout.rail};
  }
`;

const Column = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
`;

// Positioned, so that what is hidden inside by its position scrolls with it and does not lengthen the page.
const Main = styled.main`
  position: relative;
  flex: 1;
  min-height: 0;
  overflow: auto;
  outline: none;
`;

const Skip = styled.a`
  position: fixed;
  top: -60px;
  left: 12px;
  z-index: ${layer.skip};
  padding: 8px 14px;
  background: ${color.raised};

  &:focus {
    top: 8px;
  }
`;

/** The frame of every signed-in page. A page fills `main`, whose height is what the top bar leaves. */
export default function Shell() {
  const t = useT();
  const { pathname } = useLocation();
  const isNarrow = useIsNarrow();
  const isDrawerOpen = useIsDrawerOpen();
  const { settings } = useUser().company;
  // Before anything below shows a date; another user's shell begins anew.
  useState(() => setZone(settings.find(({ key }) => key === 'timeZone')?.value ?? DEFAULT_ZONE));
  const isRail = !isDrawerOpen;
  const isScheduling = useScheduling() !== null;
  // Synchronises with the browser's own ways of taking texts and files.
  useEffect(() => guardInputs(), []);
  // Synchronises with the clicks of the window.
  useEffect(() => guardClicks(window), []);
  // Synchronises with the clock and the hands: what fails without network must be said without network, so the notices are
  // fetched before they are needed, when the page has what it shows; the table of the other pages with them, and what keeps
  // letters that are typed early.
  useEffect(
    () =>
      atFirstHand(() => {
        void whenToasterReady();
        preloadPages();
      }, NOTICES_AFTER_MS),
    [],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <Realtime />
      <Root>
        <Skip href="#main">{t('shell.skip')}</Skip>
        {isNarrow ? (
          <TemporaryDrawer />
        ) : (
          <Side data-rail={isRail || undefined}>
            <SideMenu isRail={isRail} />
          </Side>
        )}
        <Column>
          <TopBar />
          <Suspense fallback={null}>
            <CompanyBars />
          </Suspense>
          <OutageBanner />
          <Main id="main" tabIndex={-1}>
            <ErrorBoundary resetKey={pathname}>
              <Suspense fallback={<PageSpinner />}>
                <Outlet context={pageAt} />
              </Suspense>
            </ErrorBoundary>
          </Main>
        </Column>
        <ConnectionBanner />
        <Commands />
        {isScheduling && (
          <Suspense fallback={null}>
            <ScheduleHost onClose={() => schedule(null)} />
          </Suspense>
        )}
      </Root>
    </QueryClientProvider>
  );
}
