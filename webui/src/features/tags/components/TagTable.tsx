import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { TagDetails } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Link } from '@/ui/Link';
import { Pill } from '@/ui/Pill';
import { Tag } from '@/ui/Tag';

const Count = styled(Link)`
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

interface TagTableProps {
  tags: readonly TagDetails[];
  mayEdit: boolean;
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

export function TagTable({ tags, mayEdit, onEdit, onDelete }: TagTableProps) {
  const t = useT();
  const heads = [t('tags.head.name'), t('tags.head.kanban'), t('tags.head.tickets'), t('tags.head.actions')];
  return (
    <DataTable heads={heads}>
      {tags.map(({ id, name, color: tint, kanban, category, ticketsCount }) => (
        <DataRow key={id}>
          <td>
            <Tag tint={tint}>{name}</Tag>
          </td>
          <td>
            {kanban === 1 && <Pill tone="accent">{t('tags.lane')}</Pill>}{' '}
            {kanban === 1 && category !== '' && <Pill tone="neutral">{category}</Pill>}
          </td>
          <td>
            <Count to={{ pathname: paths.tickets, search: `tab=search&tags=${id}` }}>
              {t('tags.ticketsCount', { count: ticketsCount })}
            </Count>
          </td>
          <td>
            {mayEdit && (
              <>
                <IconButton label={t('tags.editNamed', { name })} onClick={() => onEdit(id)}>
                  <Pencil />
                </IconButton>
                <IconButton label={t('tags.deleteNamed', { name })} onClick={() => onDelete(id)}>
                  <Trash2 />
                </IconButton>
              </>
            )}
          </td>
        </DataRow>
      ))}
    </DataTable>
  );
}
