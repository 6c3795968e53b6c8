import TriangleAlert from 'lucide-react/icons/triangle-alert';
import styled from 'styled-components';
import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { deliveredOf, hasBegun, isEditable } from '../model';
import { CampaignNote } from './CampaignNote';
import { Meter } from './Meter';
import { RowTools, type CampaignWork } from './RowTools';
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

interface CampaignTableProps {
  records: readonly Campaign[];
  /** Null for who only reads. */
  work: CampaignWork | null;
}

const dash = '—';

/** A023 */
export function CampaignTable({ records, work }: CampaignTableProps) {
  const t = useT();
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
        const { id, name, counts } = campaign;
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
              {hasBegun(campaign) ? (
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
              <RowTools campaign={campaign} isWritten={isEditable(campaign, now)} work={work} />
            </td>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
