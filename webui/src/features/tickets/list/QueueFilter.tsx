import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import { useQueueChoices } from '@/features/tickets/useQueueChoices';
import { FilterButton } from './FilterButton';
import { queueEntries } from '@/ui/queueEntries';

interface QueueFilterProps {
  chosen: readonly number[];
  onChange: (queueIds: readonly number[]) => void;
}

/** S029: one, several or all queues. */
export function QueueFilter({ chosen, onChange }: QueueFilterProps) {
  const t = useT();
  const queues = useQueueChoices();
  const first = queues.find((queue) => queue.id === chosen[0]);
  const all = t('tickets.allQueues');
  const label =
    chosen.length === 0
      ? all
      : chosen.length === 1 && first
        ? first.name
        : t('tickets.queueCount', { count: chosen.length });
  return (
    <Menu
      label={t('tickets.queueFilter')}
      align="start"
      trigger={
        <FilterButton isActive={chosen.length > 0} aria-label={`${t('tickets.queueFilter')}: ${label}`}>
          {label}
        </FilterButton>
      }
      items={queueEntries({ all, queues, chosen, onChange })}
    />
  );
}
