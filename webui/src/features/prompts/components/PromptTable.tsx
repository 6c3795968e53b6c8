import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { Prompt } from '@/api/types';
import { useT } from '@/i18n';
import { font } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';

const Name = styled.span`
  font-weight: ${font.semibold};
`;

interface PromptTableProps {
  records: readonly Prompt[];
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

export function PromptTable({ records, onEdit, onDelete }: PromptTableProps) {
  const t = useT();
  const heads = (['name', 'queue', 'maxTokens', 'actions'] as const).map((head) => t(`prompts.head.${head}`));
  return (
    <DataTable heads={heads}>
      {records.map(({ id, name, queue, maxTokens }) => (
        <DataRow key={id}>
          <td>
            <Name>{name}</Name>
          </td>
          <td>
            <Pill>{queue.name}</Pill>
          </td>
          <td>{t('prompts.tokens', { count: maxTokens })}</td>
          <td>
            <IconButton label={t('prompts.editNamed', { name })} onClick={() => onEdit(id)}>
              <Pencil />
            </IconButton>
            <IconButton label={t('prompts.deleteNamed', { name })} onClick={() => onDelete(id)}>
              <Trash2 />
            </IconButton>
          </td>
        </DataRow>
      ))}
    </DataTable>
  );
}
