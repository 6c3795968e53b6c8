import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { Announcement } from '@/api/types';
import { translate, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font, truncate } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { toneOf } from '../model';

const Words = styled.div`
  max-width: 420px;

  & > b {
    display: block;
    font-weight: ${font.semibold};
    overflow-wrap: anywhere;
  }
  & > p {
    color: ${color.textMuted};
    ${truncate}
  }
`;

const File = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-width: 200px;
  color: ${color.text};

  & > svg {
    flex: none;
    width: 14px;
    height: 14px;
    color: ${color.textSubtle};
  }
  & > span {
    ${truncate}
  }
`;

function periodOf({ visibleFrom, visibleUntil }: Announcement): string {
  const [from, until] = [formatDateTime(visibleFrom), formatDateTime(visibleUntil)];
  if (from && until) return translate('announcements.between', { from, until });
  if (from) return translate('announcements.from', { from });
  return until ? translate('announcements.until', { until }) : translate('announcements.always');
}

interface AnnouncementTableProps {
  records: readonly Announcement[];
  companies: readonly { id: number; name: string }[];
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

export function AnnouncementTable({ records, companies, onEdit, onDelete }: AnnouncementTableProps) {
  const t = useT();
  const heads = (['title', 'priority', 'audience', 'period', 'file', 'status', 'actions'] as const).map((head) =>
    t(`announcements.head.${head}`),
  );
  const audience = (id: number | null) =>
    id === null ? t('announcements.everyCompany') : companies.find((each) => each.id === id)?.name;
  return (
    <DataTable heads={heads}>
      {records.map((record) => (
        <DataRow key={record.id}>
          <td>
            <Words>
              <b>{record.title}</b>
              <p>{record.text}</p>
            </Words>
          </td>
          <td>
            <Pill tone={toneOf(record)}>{t('announcements.priority', { priority: String(record.priority) })}</Pill>
          </td>
          <td>{audience(record.companyId)}</td>
          <td>{periodOf(record)}</td>
          <td>
            {record.mediaUrl && (
              <File href={record.mediaUrl} target="_blank" rel="noopener noreferrer nofollow">
                <Paperclip aria-hidden />
                <span>{record.mediaName}</span>
              </File>
            )}
          </td>
          <td>
            <Pill tone={record.status ? 'success' : 'neutral'}>
              {t(record.status ? 'announcements.active' : 'announcements.inactive')}
            </Pill>
          </td>
          <td>
            <IconButton label={t('announcements.editNamed', { name: record.title })} onClick={() => onEdit(record.id)}>
              <Pencil />
            </IconButton>
            <IconButton
              label={t('announcements.deleteNamed', { name: record.title })}
              onClick={() => onDelete(record.id)}
            >
              <Trash2 />
            </IconButton>
          </td>
        </DataRow>
      ))}
    </DataTable>
  );
}
