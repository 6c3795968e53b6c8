import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import type { Task } from '@/state/todo';
import { color, font } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';

const Root = styled.li`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 52px;
  border-bottom: 1px solid ${color.line};

  & > input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color.accent};
  }
  &[data-edited] {
    background: ${color.selected};
  }
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;
  padding: 8px 0;
  font-size: ${font.md};
  overflow-wrap: anywhere;

  &[data-done] > span {
    color: ${color.textMuted};
    text-decoration: line-through;
  }
  & > time {
    display: block;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
`;

interface TaskRowProps {
  task: Task;
  isEdited: boolean;
  onTick: (isDone: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function TaskRow({ task, isEdited, onTick, onEdit, onDelete }: TaskRowProps) {
  const t = useT();
  const { text, updatedAt, isDone = false } = task;
  return (
    <Root data-edited={isEdited || undefined}>
      <input
        type="checkbox"
        aria-label={t('todo.doneNamed', { text })}
        checked={isDone}
        onChange={(event) => onTick(event.target.checked)}
      />
      <Words data-done={isDone || undefined}>
        <span>{text}</span>
        <time dateTime={updatedAt}>{formatDateTime(updatedAt)}</time>
      </Words>
      <IconButton label={t('todo.editNamed', { text })} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={t('todo.deleteNamed', { text })} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </Root>
  );
}
