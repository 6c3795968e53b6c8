import HardDrive from 'lucide-react/icons/hard-drive';
import LogIn from 'lucide-react/icons/log-in';
import Pencil from 'lucide-react/icons/pencil';
import Plug from 'lucide-react/icons/plug';
import Trash2 from 'lucide-react/icons/trash';
import UsersRound from 'lucide-react/icons/users-round';
import Waypoints from 'lucide-react/icons/waypoints';
import styled from 'styled-components';
import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { formatDate, daysUntil } from '@/lib/dates';
import { useUser } from '@/state/session';
import { color, font, media, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { DataRow } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { Tooltip } from '@/ui/Tooltip';
import { dueColour, isReadOnly, nextDue } from './model';
import { money } from '@/lib/money';

/** A061: the colour marks the row, the words say what it means. */
const Row = styled(DataRow)`
  & > td {
    padding-top: 10px;
    padding-bottom: 10px;
  }
  & > td:first-child {
    box-shadow: inset 3px 0 var(--edge, transparent);
  }
  & > td:last-child > * {
    vertical-align: middle;
  }
  &[data-due] {
    background: color-mix(in srgb, var(--edge) 9%, ${color.surface});
  }

  @media ${media.md} {
    box-shadow: inset 3px 0 var(--edge, transparent);

    & > td {
      padding-top: 0;
      padding-bottom: 0;
    }
    & > td:first-child {
      grid-column: 1 / -1;
      box-shadow: none;
    }
    /* too many to stand beside a name */
    & > td:last-child {
      grid-area: auto / 1 / auto / -1;
    }
  }
`;

const EDGES = { red: color.danger, orange: color.dueNow, yellow: color.dueSoon } as const;

const Top = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;
  font-weight: ${font.medium};
`;

const Below = styled.span`
  display: block;
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.sm};

  &[data-strong] {
    color: ${color.text};
    font-weight: ${font.medium};
  }
`;

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

interface BarProps {
  icon: typeof Plug;
  label: string;
  used: number;
  most: number;
}

function UsageBar({ icon: Icon, label, used, most }: BarProps) {
  const part = most === 0 ? 1 : Math.min(1, used / most);
  return (
    <li>
      <Icon aria-hidden />
      <Track aria-hidden data-high={part >= 0.9 || undefined} style={cssVars({ '--part': `${part * 100}%` })} />
      <span aria-hidden>
        {used}/{most}
      </span>
      <span className="visually-hidden">{label}</span>
    </li>
  );
}

interface CompanyRowProps {
  company: CompanyDetails;
  now: Date;
  isBusy: boolean;
  onRenew: () => void;
  onEdit: () => void;
  onEnter: () => void;
  onDelete: () => void;
}

export function CompanyRow({ company, now, isBusy, onRenew, onEdit, onEnter, onDelete }: CompanyRowProps) {
  const t = useT();
  const own = useUser();
  const { name, plan, usage, dueDate } = company;
  const gigabytes = Math.round(usage.storageBytes / 1e8) / 10;
  const colour = dueColour(dueDate, now);
  const days = daysUntil(dueDate, now);
  const isOwn = company.id === own.companyId;
  const isOnTrial = company.trialExpiration != null && new Date(company.trialExpiration) > now;
  const next = formatDate(nextDue(dueDate, company.recurrence, now));
  const dueWords = () => {
    if (days === null) return t('platform.company.noDue');
    if (days === 0) return t('platform.company.dueToday');
    return days > 0 ? t('platform.company.dueIn', { days }) : t('platform.company.dueAgo', { days: -days });
  };
  return (
    <Row data-due={colour ?? undefined} style={colour ? cssVars({ '--edge': EDGES[colour] }) : undefined}>
      <td>
        <Top>
          {name}
          {isOwn && <Pill tone="accent">{t('platform.company.own')}</Pill>}
          {!company.status && <Pill>{t('platform.company.off')}</Pill>}
          {company.status && isReadOnly(company, now) && <Pill tone="danger">{t('platform.company.readOnly')}</Pill>}
          {isOnTrial && <Pill tone="info">{t('platform.company.onTrial')}</Pill>}
        </Top>
        <Below>{company.email}</Below>
      </td>
      <td>
        <Top>{plan.name}</Top>
        <Below>{money(plan.value)}</Below>
      </td>
      <td>
        <Bars>
          <UsageBar
            icon={UsersRound}
            used={usage.users}
            most={plan.users}
            label={t('platform.company.usersUsed', { used: usage.users, most: plan.users })}
          />
          <UsageBar
            icon={Plug}
            used={usage.connections}
            most={plan.connections}
            label={t('platform.company.connectionsUsed', { used: usage.connections, most: plan.connections })}
          />
          <UsageBar
            icon={Waypoints}
            used={usage.queues}
            most={plan.queues}
            label={t('platform.company.queuesUsed', { used: usage.queues, most: plan.queues })}
          />
          {plan.storageGb > 0 && (
            <UsageBar
              icon={HardDrive}
              used={gigabytes}
              most={plan.storageGb}
              label={t('platform.company.storageUsed', { used: gigabytes, most: plan.storageGb })}
            />
          )}
        </Bars>
      </td>
      <td>
        <Top>{formatDate(dueDate)}</Top>
        <Below data-strong={colour ? true : undefined}>{dueWords()}</Below>
      </td>
      <td>
        <Tooltip text={t('platform.company.renewNamed', { name, date: next })}>
          <Button
            variant="secondary"
            size="sm"
            isBusy={isBusy}
            aria-label={t('platform.company.renewNamed', { name, date: next })}
            onClick={onRenew}
          >
            {t('platform.company.renew')}
          </Button>
        </Tooltip>
        <IconButton label={t('platform.editNamed', { name })} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={t('platform.company.enter', { name })} disabled={isOwn} onClick={onEnter}>
          <LogIn />
        </IconButton>
        <IconButton label={t('platform.deleteNamed', { name })} disabled={isOwn} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </td>
    </Row>
  );
}
