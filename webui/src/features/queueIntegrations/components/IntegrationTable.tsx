import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { QueueIntegration } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, truncate } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';

const Name = styled.span`
  font-weight: ${font.semibold};
`;

const Where = styled.span`
  ${truncate}
  display: block;
  max-width: 420px;
  color: ${color.textMuted};
`;

/** What it calls, in a line. */
function whereOf({ type, projectName, language, urlN8N, typebotSlug }: QueueIntegration) {
  if (type === 'dialogflow') return `${projectName} · ${language}`;
  return type === 'typebot' ? `${urlN8N} · ${typebotSlug}` : urlN8N;
}

interface IntegrationTableProps {
  records: readonly QueueIntegration[];
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

export function IntegrationTable({ records, onEdit, onDelete }: IntegrationTableProps) {
  const t = useT();
  const heads = (['name', 'type', 'where', 'actions'] as const).map((head) => t(`queueIntegrations.head.${head}`));
  return (
    <DataTable heads={heads}>
      {records.map((record) => (
        <DataRow key={record.id}>
          <td>
            <Name>{record.name}</Name>
          </td>
          <td>
            <Pill>{t(`queueIntegrations.type.${record.type}`)}</Pill>
          </td>
          <td>
            <Where title={whereOf(record)}>{whereOf(record)}</Where>
          </td>
          <td>
            <IconButton
              label={t('queueIntegrations.editNamed', { name: record.name })}
              onClick={() => onEdit(record.id)}
            >
              <Pencil />
            </IconButton>
            <IconButton
              label={t('queueIntegrations.deleteNamed', { name: record.name })}
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
