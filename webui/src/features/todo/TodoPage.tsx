import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '../../i18n';
import { useUser } from '../../state/session';
import { addTask, changeTask, removeTask, TASKS_MAX, useTasks } from '../../state/todo';
import { media } from '../../styles/tokens';
import { EmptyState } from '../../ui/EmptyState';
import { ListPage } from '../../ui/ListPage';
import { toast } from '../../ui/toast';
import { TaskForm } from './components/TaskForm';
import { TaskRow } from './components/TaskRow';

const Column = styled.div`
  display: flex;
  flex-direction: column;
  max-width: 720px;
  height: 100%;

  @media ${media.sm} {
    padding: 0 14px;
  }
`;

const Scroller = styled.ul`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
`;

/** S016 S040: a list of one's own, stored only in the browser. */
export default function TodoPage() {
  const t = useT();
  const { id } = useUser();
  const tasks = useTasks(id);
  const [edited, setEdited] = useState<number | null>(null);
  const task = edited === null ? undefined : tasks[edited];

  const handleSubmit = (text: string): boolean => {
    if (edited !== null && task) {
      const isDone = changeTask(id, edited, text, new Date());
      if (isDone) setEdited(null);
      return isDone;
    }
    if (tasks.length >= TASKS_MAX) toast.warning(t('todo.full'));
    return addTask(id, text, new Date());
  };
  const handleDelete = (index: number) => {
    removeTask(id, index);
    setEdited(null);
  };

  return (
    <ListPage title={t('todo.title')} note={t('todo.note')}>
      <Column>
        <TaskForm
          key={edited ?? 'new'}
          text={task?.text ?? ''}
          isEdit={task !== undefined}
          onSubmit={handleSubmit}
          onCancel={() => setEdited(null)}
        />
        {tasks.length === 0 ? (
          <EmptyState icon={<ListTodo />} title={t('todo.empty')} text={t('todo.emptyText')} />
        ) : (
          <Scroller aria-label={t('todo.list')}>
            {tasks.map((each, index) => (
              <TaskRow
                key={`${each.createdAt}-${index}`}
                task={each}
                isEdited={index === edited}
                onEdit={() => setEdited(index)}
                onDelete={() => handleDelete(index)}
              />
            ))}
          </Scroller>
        )}
      </Column>
    </ListPage>
  );
}
