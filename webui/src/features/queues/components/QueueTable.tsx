import ListTree from 'lucide-react/icons/list-tree';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash';
import type { Queue } from '@/api/types';
import { useT } from '@/i18n';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { Tag } from '@/ui/Tag';

interface QueueTableProps {
  queues: readonly Queue[];
  onEdit: (id: number) => void;
  onMenu: (id: number) => void;
  onDelete: (id: number) => void;
}

export function QueueTable({ queues, onEdit, onMenu, onDelete }: QueueTableProps) {
  const t = useT();
  const heads = [t('queues.head.name'), t('queues.head.assign'), t('queues.head.actions')];
  return (
    <DataTable heads={heads}>
      {queues.map(({ id, name, color, autoAssign, assignMax }) => (
        <DataRow key={id}>
          <td>
            <Tag tint={color}>{name}</Tag>
          </td>
          <td>
            {autoAssign ? <Pill tone="accent">{t('queues.upTo', { count: assignMax })}</Pill> : t('queues.byHand')}
          </td>
          <td>
            <IconButton label={t('queues.menuOf', { name })} onClick={() => onMenu(id)}>
              <ListTree />
            </IconButton>
            <IconButton label={t('queues.editNamed', { name })} onClick={() => onEdit(id)}>
              <Pencil />
            </IconButton>
            <IconButton label={t('queues.deleteNamed', { name })} onClick={() => onDelete(id)}>
              <Trash />
            </IconButton>
          </td>
        </DataRow>
      ))}
    </DataTable>
  );
}
