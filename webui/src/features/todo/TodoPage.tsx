import ListTodo from 'lucide-react/icons/list-todo';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { addTask, changeTask, removeTask, tickTask, TASKS_MAX, useTasks } from '@/state/todo';
import { media } from '@/styles/tokens';
import { EmptyState } from '@/ui/EmptyState';
import { TallPage } from '@/ui/TallPage';
import { toast } from '@/ui/toast';
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

/** Where a new task is begun. */
const NEW = 'new';

/** S016 S040: a list of one's own, stored only in the browser. */
export default function TodoPage() {
  const t = useT();
  const { id } = useUser();
  const tasks = useTasks(id);
  const [edited, setEdited] = useState<number | null>(null);
  const task = edited === null ? undefined : tasks[edited];
  const place = task?.createdAt ?? NEW;
  // What was begun for one task waits while another is written or changed.
  const [begun, setBegun] = useState<ReadonlyMap<string, string>>(new Map());
  const keep = (at: string, text: string | null) => {
    const next = new Map(begun);
    if (text === null) next.delete(at);
    else next.set(at, text);
    setBegun(next);
  };

  const handleSubmit = (text: string) => {
    if (edited !== null && task) {
      const isDone = changeTask(id, edited, text, new Date());
      if (!isDone) return;
      keep(place, null);
      setEdited(null);
      return;
    }
    if (tasks.length >= TASKS_MAX) toast.warning(t('todo.full'));
    if (addTask(id, text, new Date())) keep(NEW, null);
  };
  const handleDelete = (index: number) => {
    removeTask(id, index);
    setEdited(null);
  };

  return (
    <TallPage title={t('todo.title')} note={t('todo.note')}>
      <Column>
        <TaskForm
          key={place}
          text={begun.get(place) ?? task?.text ?? ''}
          onText={(text) => keep(place, text)}
          isEdit={task !== undefined}
          onSubmit={handleSubmit}
          onCancel={() => {
            keep(place, null);
            setEdited(null);
          }}
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
                onTick={(isDone) => tickTask(id, index, isDone)}
                onEdit={() => setEdited(index)}
                onDelete={() => handleDelete(index)}
              />
            ))}
          </Scroller>
        )}
      </Column>
    </TallPage>
  );
}
