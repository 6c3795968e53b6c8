import ChartColumn from 'lucide-react/icons/chart-column';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import CircleX from 'lucide-react/icons/circle-x';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Campaign } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import type { Step } from '../api';
import { deliveredOf, isEditable } from '../model';
import { CampaignNote } from './CampaignNote';
import { Meter } from './Meter';
import { StatusPill } from './StatusPill';

const Name = styled.span`
  font-weight: ${font.semibold};
`;

const Note = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Lacks = styled.span`
  display: inline-flex;
  gap: 6px;
  align-items: center;
  color: ${color.warning};
  font-weight: ${font.medium};

  & > svg {
    width: 14px;
    height: 14px;
  }
`;

const Tools = styled.div`
  display: flex;
  justify-content: flex-end;
`;

interface CampaignTableProps {
  records: readonly Campaign[];
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
  onDuplicate: (id: number) => void;
  onStep: (id: number, step: Step) => void;
}

const dash = '—';

/** A023 */
export function CampaignTable({ records, onEdit, onDelete, onDuplicate, onStep }: CampaignTableProps) {
  const t = useT();
  const navigate = useNavigate();
  const now = useNow(MINUTE_MS);
  const heads = (
    [
      'name',
      'status',
      'progress',
      'list',
      'connection',
      'scheduledAt',
      'completedAt',
      'confirmation',
      'actions',
    ] as const
  ).map((head) => t(`campaigns.head.${head}`));
  return (
    <DataTable heads={heads}>
      {records.map((campaign) => {
        const { id, name, status, counts } = campaign;
        const hasBegun = status !== 'INATIVA' && status !== 'PROGRAMADA';
        const isWritten = isEditable(campaign, now);
        return (
          <DataRow key={id}>
            <td>
              <Name>{name}</Name>
              <CampaignNote campaign={campaign} />
            </td>
            <td>
              <StatusPill campaign={campaign} />
            </td>
            <td>
              {hasBegun ? (
                <Meter label={t('campaigns.progressOf', { name })} done={deliveredOf(counts)} all={counts.valid} />
              ) : (
                <>
                  {campaign.contactList ? (
                    t('campaigns.notBegun')
                  ) : (
                    <Lacks>
                      <TriangleAlert aria-hidden />
                      {t('campaigns.lacksList')}
                    </Lacks>
                  )}
                </>
              )}
            </td>
            <td>
              {campaign.contactList?.name ?? dash}
              {campaign.contactList && (
                <Note>{t('campaigns.validOf', { count: campaign.contactList.validCount })}</Note>
              )}
            </td>
            <td>{campaign.whatsapps.map((each) => each.name).join(', ') || dash}</td>
            <td>{campaign.scheduledAt ? formatDateTime(campaign.scheduledAt) : dash}</td>
            <td>{campaign.completedAt ? formatDateTime(campaign.completedAt) : dash}</td>
            <td>{t(campaign.confirmation ? 'campaigns.yes' : 'campaigns.no')}</td>
            <td>
              <Tools>
                {status === 'EM_ANDAMENTO' && (
                  <>
                    {campaign.pausedAt === null ? (
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
                {(status === 'INATIVA' || status === 'PROGRAMADA') && (
                  <IconButton label={t('campaigns.startNamed', { name })} onClick={() => onStep(id, 'start')}>
                    <Play />
                  </IconButton>
                )}
                {status === 'CANCELADA' && (
                  <IconButton label={t('campaigns.restartNamed', { name })} onClick={() => onStep(id, 'restart')}>
                    <RotateCcw />
                  </IconButton>
                )}
                {hasBegun && (
                  <IconButton
                    label={t('campaigns.reportNamed', { name })}
                    onClick={() => void navigate(paths.campaignReport(id))}
                  >
                    <ChartColumn />
                  </IconButton>
                )}
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
              </Tools>
            </td>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
