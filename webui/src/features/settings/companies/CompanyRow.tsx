import LogIn from 'lucide-react/icons/log-in';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { MouseEvent } from 'react';
import styled from 'styled-components';
import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { formatDate } from '@/lib/dates';
import { money } from '@/lib/money';
import { useUser } from '@/state/session';
import { color, font, media } from '@/styles/tokens';
import { DataRow } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { EDGES } from './edges';
import { dueColour, isOnTrial, isReadOnly } from './model';
import { RenewButton } from './RenewButton';
import { UsageBars } from './UsageBars';
import { useDueWords } from './useDueWords';

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
  &[data-due] [data-tone='danger'] {
    background: ${color.surface};
  }
  &[data-opens] {
    cursor: pointer;
  }
  &[data-opens]:hover:not([data-due]) {
    background: ${color.hover};
  }
  &[data-open]:not([data-due]) {
    background: ${color.selected};
  }
  &[data-open][data-due] {
    background: color-mix(in srgb, var(--edge) 14%, ${color.surface});
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

  &[data-due] {
    color: ${color.warning};
  }
  &[data-due='red'] {
    color: ${color.danger};
  }
`;

const Name = styled.button`
  border-radius: 2px;
  font: inherit;
  text-align: left;
  overflow-wrap: anywhere;

  &:hover {
    text-decoration: underline;
  }
`;

interface CompanyRowProps {
  company: CompanyDetails;
  now: Date;
  isBusy: boolean;
  /** It opens beside the table, which has the other actions; null where each has a button in the row. */
  drawer: { isOpen: boolean } | null;
  onRenew: () => void;
  onEdit: () => void;
  onEnter: () => void;
  onDelete: () => void;
}

export function CompanyRow({ company, now, isBusy, drawer, onRenew, onEdit, onEnter, onDelete }: CompanyRowProps) {
  const t = useT();
  const own = useUser();
  const words = useDueWords();
  const { name, plan, usage, dueDate } = company;
  const colour = dueColour(dueDate, now);
  const isOwn = company.id === own.companyId;
  const isTrying = isOnTrial(company, now);
  const edit = t('platform.editNamed', { name });
  const handlePress = ({ target }: MouseEvent) => {
    // What is marked to be copied opens nothing.
    const isMarking = window.getSelection()?.isCollapsed === false;
    if (!isMarking && target instanceof Element && !target.closest('button')) onEdit();
  };
  return (
    <Row
      data-company={company.id}
      data-due={colour ?? undefined}
      data-opens={drawer ? true : undefined}
      data-open={drawer?.isOpen || undefined}
      style={colour ? cssVars({ '--edge': EDGES[colour] }) : undefined}
      onClick={drawer ? handlePress : undefined}
    >
      <td>
        <Top>
          {drawer ? (
            <Name type="button" aria-label={edit} aria-expanded={drawer.isOpen} onClick={onEdit}>
              {name}
            </Name>
          ) : (
            name
          )}
          {isOwn && <Pill tone="accent">{t('platform.company.own')}</Pill>}
          {!company.status && <Pill>{t('platform.company.off')}</Pill>}
          {company.status && isReadOnly(company, now) && <Pill tone="danger">{t('platform.company.readOnly')}</Pill>}
          {isTrying && <Pill tone="info">{t('platform.company.onTrial')}</Pill>}
        </Top>
        <Below>{company.email}</Below>
      </td>
      <td>
        <Top>{plan.name}</Top>
        <Below>{isTrying ? t('platform.company.freeTrial') : money(plan.value)}</Below>
      </td>
      <td>
        <UsageBars plan={plan} usage={usage} />
      </td>
      <td>
        <Top>{formatDate(dueDate)}</Top>
        <Below data-due={colour ?? undefined}>{words(company, now)}</Below>
      </td>
      <td>
        <RenewButton company={company} now={now} isBusy={isBusy} onRenew={onRenew} />
        {!drawer && (
          <>
            <IconButton label={edit} onClick={onEdit}>
              <Pencil />
            </IconButton>
            <IconButton label={t('platform.company.enter', { name })} disabled={isOwn} onClick={onEnter}>
              <LogIn />
            </IconButton>
            <IconButton label={t('platform.deleteNamed', { name })} disabled={isOwn} onClick={onDelete}>
              <Trash2 />
            </IconButton>
          </>
        )}
      </td>
    </Row>
  );
}
