import { useQuery } from '@tanstack/react-query';
import { Fragment, Suspense, type ReactNode } from 'react';
import styled from 'styled-components';
import { api } from '@/api/client';
import { lazyPart, useT } from '@/i18n';
import { can } from '@/lib/permissions';
import { PRODUCT_VERSION } from '@/lib/version';
import { useUser } from '@/state/session';
import { color, font, motion, radius, shadow } from '@/styles/tokens';
import { Brand } from '@/ui/Brand';
import { NavLink } from '@/ui/Link';
import { Tooltip } from '@/ui/Tooltip';
import { menu, type MenuItem } from '../menu';
import { paths } from '../paths';
import { LateMenuIcon } from './LateMenuIcon';
import { ChatsDot, ConnectionsDot } from './MenuDots';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  overflow-x: hidden;
  overflow-y: auto;
  background: ${color.canvas};
`;

const Head = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  height: 56px;
  padding: 0 16px;
`;

const List = styled.ul`
  padding: 0 10px;
`;

const Heading = styled.h2`
  padding: 16px 10px 8px;
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-weight: ${font.medium};

  [data-rail] & {
    height: 1px;
    margin: 10px 8px;
    padding: 0;
    overflow: hidden;
    background: ${color.line};
    color: transparent;
  }
`;

const Link = styled(NavLink)`
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  height: 34px;
  padding: 0 9px;
  border: 1px solid transparent;
  border-radius: ${radius.md};
  color: ${color.textMuted};
  font-size: ${font.base};
  font-weight: ${font.medium};
  white-space: nowrap;
  transition: background-color ${motion.fast};

  &:hover {
    background: ${color.active};
    color: ${color.text};
    text-decoration: none;
  }
  &[aria-current] {
    border-color: ${color.line};
    background: ${color.surface};
    box-shadow: ${shadow.sm};
    color: ${color.text};
  }
  &[aria-current] svg {
    color: ${color.accent};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  [data-rail] & {
    justify-content: center;
    padding: 0;
  }
`;

const Foot = styled.p`
  margin-top: auto;
  padding: 16px 20px 14px;
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;

  [data-rail] & {
    padding: 16px 0 14px;
    text-align: center;
  }
`;

const FirstHourItem = lazyPart(() => import('./FirstHourItem'));
const FIRST_HOUR: MenuItem = {
  to: paths.firstHour,
  labelId: 'shell.menu.firstHour',
  icon: 'firstHour',
  section: 'main',
};

interface SideMenuProps {
  isRail?: boolean;
  onNavigate?: () => void;
}

export function SideMenu({ isRail, onNavigate }: SideMenuProps) {
  const t = useT();
  const user = useUser();
  const version = useQuery({ queryKey: ['version'], queryFn: () => api.get('/version') });
  const items = menu.filter((item) => !item.need || can(user, item.need));
  const groups = (['admin', 'platform'] as const).map((section) => ({
    section,
    items: items.filter((item) => item.section === section),
  }));

  const putAside = user.profile === 'admin' && user.company.settings.some(({ key }) => key === 'firstHourSkipped');

  const renderItem = ({ to, labelId, icon, dot }: MenuItem, end?: ReactNode) => {
    const label = t(labelId);
    const link = (
      <Link to={to} onClick={onNavigate} aria-label={isRail ? label : undefined}>
        <LateMenuIcon name={icon} />
        {!isRail && label}
        {dot === 'chats' && <ChatsDot />}
        {dot === 'connections' && <ConnectionsDot />}
        {!isRail && end}
      </Link>
    );
    return <li key={to}>{isRail ? <Tooltip text={label}>{link}</Tooltip> : link}</li>;
  };

  return (
    <Root data-rail={isRail || undefined}>
      <Head>
        <Brand isMarkOnly={isRail ?? false} />
      </Head>
      <nav aria-label={t('shell.menu.label')}>
        <List>
          {items.filter((item) => item.section === 'main').map((item) => renderItem(item))}
          {putAside && (
            <Suspense fallback={null}>
              <FirstHourItem>{(count) => renderItem(FIRST_HOUR, count)}</FirstHourItem>
            </Suspense>
          )}
        </List>
        {groups.map(
          (group) =>
            group.items.length > 0 && (
              <Fragment key={group.section}>
                <List as="div">
                  <Heading>{t(`shell.menu.${group.section}`)}</Heading>
                </List>
                <List>{group.items.map((item) => renderItem(item))}</List>
              </Fragment>
            ),
        )}
      </nav>
      <Foot>
        {PRODUCT_VERSION}
        {!isRail && version.data && ` · ${t('shell.server', { version: version.data.version })}`}
      </Foot>
    </Root>
  );
}
