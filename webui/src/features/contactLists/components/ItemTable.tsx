import Ban from 'lucide-react/icons/ban';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import type { ContactListItem } from '@/api/types';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { formatPhone } from '@/lib/phone';
import { useUser } from '@/state/session';
import { color, font } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { validityOf, type Validity } from '../model';

const ICONS = {
  valid: CircleCheck,
  invalid: CircleX,
  waiting: CircleDashed,
  unanswered: CircleQuestionMark,
  noNumber: Ban,
} as const satisfies Record<Validity, unknown>;

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  white-space: nowrap;

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
  &[data-state='valid'] {
    color: ${color.success};
  }
  &[data-state='invalid'] {
    color: ${color.danger};
  }
  &[data-state='unanswered'] {
    color: ${color.warning};
  }
`;

const Name = styled.span`
  font-weight: ${font.medium};
`;

const Muted = styled.span`
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

interface ItemTableProps {
  items: readonly ContactListItem[];
  onEdit: (id: number) => void;
  onDelete: (id: number) => void;
}

/** A022: who stands in a list, and whether WhatsApp knows him. */
export function ItemTable({ items, onEdit, onDelete }: ItemTableProps) {
  const t = useT();
  const mayDelete = hasPermission(useUser(), 'contacts-page:deleteContact');
  const heads = (['whatsapp', 'name', 'number', 'email', 'actions'] as const).map((head) =>
    t(`contactLists.head.${head}`),
  );
  return (
    <DataTable heads={heads}>
      {items.map((item) => {
        const { id, name, number, email } = item;
        const state = validityOf(item);
        const Icon = ICONS[state];
        return (
          <DataRow key={id}>
            <td>
              <State data-state={state}>
                <Icon aria-hidden />
                {t(`contactLists.${state}`)}
              </State>
            </td>
            <td>
              <Name>{name}</Name>
            </td>
            <td>{number !== '' && <Muted>{formatPhone(number)}</Muted>}</td>
            <td>{email !== '' && <Muted>{email}</Muted>}</td>
            <td>
              <IconButton label={t('contactLists.editNamed', { name })} onClick={() => onEdit(id)}>
                <Pencil />
              </IconButton>
              {mayDelete && (
                <IconButton label={t('contactLists.deleteNamed', { name })} onClick={() => onDelete(id)}>
                  <Trash2 />
                </IconButton>
              )}
            </td>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
