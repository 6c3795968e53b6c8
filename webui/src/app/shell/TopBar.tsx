import PanelLeft from 'lucide-react/icons/panel-left';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Suspense } from 'react';

import styled from 'styled-components';
import { NotificationBell } from '@/features/notifications/components/NotificationBell';
import { lazyExtra, Rich, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { can } from '@/lib/permissions';
import { useIsNarrow } from '@/lib/useMedia';
import { address } from '@/state/address';
import { toggleDrawer, useIsDrawerOpen } from '@/state/drawer';
import { useUser } from '@/state/session';
import { useIsNewSignIn } from '@/state/signedIn';
import { color, font, layout, media } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { ThemeToggle } from '@/ui/ThemeToggle';
import { AccountMenu } from './AccountMenu';
import { VolumeControl } from './VolumeControl';

const Root = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: 2px;
  height: ${layout.topbar};
  padding: 0 14px 0 10px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
`;

const Words = styled.div`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 12px;
  min-width: 0;
  margin: 0 8px 0 10px;
`;

const Greeting = styled.p`
  min-width: 0;
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${font.base};
  white-space: nowrap;
  text-overflow: ellipsis;

  & > b {
    color: ${color.text};
  }
`;

const Due = styled.span`
  display: none;

  @media ${media.lg} {
    display: inline-flex;
  }
`;

const NewsPopovers = lazyExtra(() => import('./NewsPopovers'), 'mentions');

/** A button with its gap: its place is kept until it comes, so that nothing moves. */
const NEWS_PX = 36;

const Reserved = styled.span`
  flex: none;
`;

export function TopBar() {
  const t = useT();
  const user = useUser();
  const isNarrow = useIsNarrow();
  const isNewSignIn = useIsNewSignIn();
  const isDrawerOpen = useIsDrawerOpen();
  const { dueDate, name: company } = user.company;
  const news = can(user, { plan: 'useInternalChat' }) ? 2 : 1;
  return (
    <Root>
      <IconButton label={t('shell.toggleMenu')} aria-expanded={isDrawerOpen} onClick={toggleDrawer}>
        <PanelLeft />
      </IconButton>
      <Words>
        {/* S022: said where the greeting stands, so that it covers nothing. */}
        <Greeting aria-live="polite">
          {isNewSignIn ? (
            t('login.success')
          ) : (
            <Rich
              id="shell.greeting"
              values={{ name: isNarrow ? (user.name.split(' ')[0] ?? user.name) : user.name, company }}
            />
          )}
        </Greeting>
        {user.profile === 'admin' && dueDate && (
          <Due>
            <Pill tone="success">{t('shell.activeUntil', { date: formatDate(dueDate) })}</Pill>
          </Due>
        )}
      </Words>
      {!isNarrow && <VolumeControl />}
      <ThemeToggle />
      {!isNarrow && (
        <IconButton label={t('shell.refresh')} onClick={address.reload}>
          <RefreshCw />
        </IconButton>
      )}
      <NotificationBell />
      <Suspense fallback={<Reserved style={{ width: news * NEWS_PX }} />}>
        <NewsPopovers />
      </Suspense>
      <AccountMenu />
    </Root>
  );
}
