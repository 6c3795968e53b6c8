import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import UsersRound from 'lucide-react/icons/users-round';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import type { ContactList } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Link } from '@/ui/Link';
import { saveSample } from '../api';

const Name = styled(Link)`
  color: ${color.text};
  font-weight: ${font.semibold};
`;

const Count = styled.span`
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

interface ListTableProps {
  records: readonly ContactList[];
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

export function ListTable({ records, onEdit, onDelete }: ListTableProps) {
  const t = useT();
  const navigate = useNavigate();
  const heads = (['name', 'contacts', 'actions'] as const).map((head) => t(`contactLists.head.${head}`));
  return (
    <DataTable heads={heads}>
      {records.map(({ id, name, contactsCount }) => (
        <DataRow key={id}>
          <td>
            <Name to={paths.contactList(id)}>{name}</Name>
          </td>
          <td>
            <Count>{t('contactLists.count', { count: contactsCount })}</Count>
          </td>
          <td>
            <IconButton label={t('contactLists.sampleNamed', { name })} onClick={saveSample}>
              <Download />
            </IconButton>
            <IconButton
              label={t('contactLists.openNamed', { name })}
              onClick={() => void navigate(paths.contactList(id))}
            >
              <UsersRound />
            </IconButton>
            <IconButton label={t('contactLists.editNamed', { name })} onClick={() => onEdit(id)}>
              <Pencil />
            </IconButton>
            <IconButton label={t('contactLists.deleteNamed', { name })} onClick={() => onDelete(id)}>
              <Trash2 />
            </IconButton>
          </td>
        </DataRow>
      ))}
    </DataTable>
  );
}
