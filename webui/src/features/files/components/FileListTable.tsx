import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { FileList } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, truncate } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { kindOf } from '../model';

const Name = styled.span`
  font-weight: ${font.semibold};
`;

const Words = styled.p`
  display: -webkit-box;
  max-width: 420px;
  overflow: hidden;
  color: ${color.textMuted};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Items = styled.ul`
  display: grid;
  gap: 2px;
`;

const Item = styled.li`
  display: flex;
  align-items: center;
  gap: 6px;
  max-width: 260px;

  & > svg {
    flex: none;
    width: 14px;
    height: 14px;
    color: ${color.textSubtle};
  }
  & > a,
  & > span {
    ${truncate}
    color: ${color.text};
  }
  & > em {
    flex: none;
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-style: normal;
  }
`;

interface FileListTableProps {
  records: readonly FileList[];
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

export function FileListTable({ records, onEdit, onDelete }: FileListTableProps) {
  const t = useT();
  const heads = (['name', 'message', 'files', 'actions'] as const).map((head) => t(`files.head.${head}`));
  return (
    <DataTable heads={heads}>
      {records.map(({ id, name, message, options }) => (
        <DataRow key={id}>
          <td>
            <Name>{name}</Name>
          </td>
          <td>
            <Words>{message}</Words>
          </td>
          <td>
            {options.length > 0 && (
              <Items>
                {options.map((option) => (
                  <Item key={option.id}>
                    <Paperclip aria-hidden />
                    {option.mediaUrl ? (
                      <>
                        <a href={option.mediaUrl} target="_blank" rel="noopener noreferrer nofollow">
                          {option.name}
                        </a>
                        {option.mediaType && <em>{t('files.kind', { kind: kindOf(option.mediaType) })}</em>}
                      </>
                    ) : (
                      <>
                        <span>{option.name}</span>
                        <em>{t('files.waiting')}</em>
                      </>
                    )}
                  </Item>
                ))}
              </Items>
            )}
          </td>
          <td>
            <IconButton label={t('files.editNamed', { name })} onClick={() => onEdit(id)}>
              <Pencil />
            </IconButton>
            <IconButton label={t('files.deleteNamed', { name })} onClick={() => onDelete(id)}>
              <Trash2 />
            </IconButton>
          </td>
        </DataRow>
      ))}
    </DataTable>
  );
}
