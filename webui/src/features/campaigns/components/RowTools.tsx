import ChartColumn from 'lucide-react/icons/chart-column';
import CircleX from 'lucide-react/icons/circle-x';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Campaign } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import type { Step } from '../api';
import { hasBegun } from '../model';

const Root = styled.div`
  display: flex;
  justify-content: flex-end;
`;

/** What can be done to a campaign of the list. */
export interface CampaignWork {
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
  onDuplicate: (id: number) => void;
  onStep: (id: number, step: Step) => void;
}

interface RowToolsProps {
  campaign: Campaign;
  /** Whether it may still be written. */
  isWritten: boolean;
  /** Null for who only reads: the report, whatever it has to say, stands for the dialog. */
  work: CampaignWork | null;
}

/** The buttons of a campaign's row. */
export function RowTools({ campaign, isWritten, work }: RowToolsProps) {
  const t = useT();
  const navigate = useNavigate();
  const { id, name, status, pausedAt } = campaign;
  const report = (
    <IconButton label={t('campaigns.reportNamed', { name })} onClick={() => void navigate(paths.campaignReport(id))}>
      <ChartColumn />
    </IconButton>
  );
  if (!work) return <Root>{report}</Root>;
  const { onEdit, onDelete, onDuplicate, onStep } = work;
  return (
    <Root>
      {status === 'EM_ANDAMENTO' && (
        <>
          {pausedAt === null ? (
            <IconButton label={t('campaigns.pauseNamed', { name })} onClick={() => onStep(id, 'pause')}>
              <Pause />
            </IconButton>
          ) : (
            <IconButton label={t('campaigns.resumeNamed', { name })} onClick={() => onStep(id, 'resume')}>
              <Play />
            </IconButton>
          )}
          <IconButton label={t('campaigns.cancelNamed', { name })} onClick={() => onStep(id, 'cancel')}>
            <CircleX />
          </IconButton>
        </>
      )}
      {!hasBegun(campaign) && (
        <IconButton label={t('campaigns.startNamed', { name })} onClick={() => onStep(id, 'start')}>
          <Play />
        </IconButton>
      )}
      {status === 'CANCELADA' && (
        <IconButton label={t('campaigns.restartNamed', { name })} onClick={() => onStep(id, 'restart')}>
          <RotateCcw />
        </IconButton>
      )}
      {hasBegun(campaign) && report}
      <IconButton
        label={t(isWritten ? 'campaigns.editNamed' : 'campaigns.viewNamed', { name })}
        onClick={() => onEdit(id)}
      >
        {isWritten ? <Pencil /> : <Eye />}
      </IconButton>
      <Menu
        label={t('campaigns.moreNamed', { name })}
        trigger={
          <IconButton label={t('campaigns.moreNamed', { name })}>
            <Ellipsis />
          </IconButton>
        }
        items={[
          { id: 'copy', icon: <Copy />, label: t('campaigns.duplicate'), onSelect: () => onDuplicate(id) },
          {
            id: 'delete',
            icon: <Trash2 />,
            label: t('campaigns.delete'),
            isDanger: true,
            disabled: status === 'EM_ANDAMENTO',
            onSelect: () => onDelete(id),
          },
        ]}
      />
    </Root>
  );
}
