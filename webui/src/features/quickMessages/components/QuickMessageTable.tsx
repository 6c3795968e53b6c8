import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { QuickMessage } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, truncate } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';

const Code = styled.span`
  font-weight: ${font.semibold};
  white-space: nowrap;
`;

const Words = styled.p`
  display: -webkit-box;
  max-width: 560px;
  overflow: hidden;
  color: ${color.textMuted};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const File = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  max-width: 220px;
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

const Pills = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
`;

interface QuickMessageTableProps {
  records: readonly QuickMessage[];
  mayShare: boolean;
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

export function QuickMessageTable({ records, mayShare, onEdit, onDelete }: QuickMessageTableProps) {
  const t = useT();
  const heads = (['shortcode', 'message', 'file', 'state', 'actions'] as const).map((head) => t(`quick.head.${head}`));
  return (
    <DataTable heads={heads}>
      {records.map(({ id, shortcode, message, geral, status, mediaUrl, mediaName }) => (
        <DataRow key={id}>
          <td>
            <Code>/{shortcode}</Code>
          </td>
          <td>{message !== '' && <Words>{message}</Words>}</td>
          <td>
            {mediaUrl && (
              <File href={mediaUrl} target="_blank" rel="noopener noreferrer nofollow">
                <Paperclip aria-hidden />
                <span>{mediaName}</span>
              </File>
            )}
          </td>
          <td>
            <Pills>
              <Pill tone={geral ? 'accent' : 'neutral'}>{geral ? t('quick.shared') : t('quick.own')}</Pill>
              {!status && <Pill tone="warning">{t('quick.off')}</Pill>}
            </Pills>
          </td>
          <td>
            {(!geral || mayShare) && (
              <>
                <IconButton label={t('quick.editNamed', { name: shortcode })} onClick={() => onEdit(id)}>
                  <Pencil />
                </IconButton>
                <IconButton label={t('quick.deleteNamed', { name: shortcode })} onClick={() => onDelete(id)}>
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
