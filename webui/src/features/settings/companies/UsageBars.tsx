import HardDrive from 'lucide-react/icons/hard-drive';
import Plug from 'lucide-react/icons/plug';
import UsersRound from 'lucide-react/icons/users-round';
import Waypoints from 'lucide-react/icons/waypoints';
import styled from 'styled-components';
import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius } from '@/styles/tokens';

/** From here on a plan is nearly full. */
const HIGH = 0.9;

const Bars = styled.ul`
  display: grid;
  gap: 3px;
  width: 120px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;

  & > li {
    display: grid;
    grid-template-columns: 14px 1fr auto;
    align-items: center;
    gap: 8px;
  }
  & svg {
    width: 12px;
    height: 12px;
  }
  &[data-named] {
    gap: 8px;
    width: auto;
    font-size: ${font.sm};
  }
  &[data-named] > li {
    grid-template-columns: 84px 1fr minmax(58px, auto);
  }
  &[data-named] > li > :last-child {
    color: ${color.text};
    text-align: right;
  }
`;

const Track = styled.span`
  height: 4px;
  border-radius: ${radius.full};
  background: ${color.active};
  overflow: hidden;

  &::before {
    content: '';
    display: block;
    width: var(--part);
    height: 100%;
    background: ${color.accent};
  }
  &[data-high]::before {
    background: ${color.warning};
  }
`;

const KINDS = [
  { key: 'users', icon: UsersRound, said: 'platform.company.usersUsed', name: 'platform.plan.users' },
  { key: 'connections', icon: Plug, said: 'platform.company.connectionsUsed', name: 'platform.plan.connections' },
  { key: 'queues', icon: Waypoints, said: 'platform.company.queuesUsed', name: 'platform.plan.queues' },
  { key: 'storage', icon: HardDrive, said: 'platform.company.storageUsed', name: 'platform.company.storage' },
] as const;

interface UsageBarsProps extends Pick<CompanyDetails, 'plan' | 'usage'> {
  /** Names stand before the bars, not icons. */
  isNamed?: boolean;
}

/** How much of its plan a company uses. Files count where the plan bounds them. */
export function UsageBars({ plan, usage, isNamed }: UsageBarsProps) {
  const t = useT();
  const figures = {
    users: [usage.users, plan.users],
    connections: [usage.connections, plan.connections],
    queues: [usage.queues, plan.queues],
    storage: [Math.round(usage.storageBytes / 1e8) / 10, plan.storageGb],
  } as const;
  const shown = KINDS.filter(({ key }) => key !== 'storage' || plan.storageGb > 0);
  return (
    <Bars data-named={isNamed || undefined}>
      {shown.map(({ key, icon: Icon, said, name }) => {
        const [used, most] = figures[key];
        const part = most === 0 ? 1 : Math.min(1, used / most);
        return (
          <li key={key}>
            {isNamed ? <span aria-hidden>{t(name)}</span> : <Icon aria-hidden />}
            <Track aria-hidden data-high={part >= HIGH || undefined} style={cssVars({ '--part': `${part * 100}%` })} />
            <span className="visually-hidden">{t(said, { used, most })}</span>
            <span aria-hidden>{isNamed ? t('platform.company.used', { used, most }) : `${used}/${most}`}</span>
          </li>
        );
      })}
    </Bars>
  );
}
