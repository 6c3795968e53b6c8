import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import { useQueueChoices } from '@/features/tickets/useQueueChoices';
import { FilterButton } from './FilterButton';
import { QueueDot } from './QueueDot';

interface QueueFilterProps {
  chosen: readonly number[];
  onChange: (queueIds: readonly number[]) => void;
}

/** S029: one, several or all queues. */
export function QueueFilter({ chosen, onChange }: QueueFilterProps) {
  const t = useT();
  const queues = useQueueChoices();
  const first = queues.find((queue) => queue.id === chosen[0]);
  const label =
    chosen.length === 0
      ? t('tickets.allQueues')
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
      items={[
        {
          kind: 'choice',
          id: 'all',
          label: t('tickets.allQueues'),
          isChosen: chosen.length === 0,
          onSelect: () => onChange([]),
        },
        { kind: 'separator', id: 'line' },
        ...queues.map((queue) => ({
          kind: 'check' as const,
          id: String(queue.id),
          label: queue.name,
          icon: <QueueDot queue={queue} />,
          isChecked: chosen.includes(queue.id),
          onChange: (isChecked: boolean) =>
            onChange(isChecked ? [...chosen, queue.id] : chosen.filter((id) => id !== queue.id)),
        })),
      ]}
    />
  );
}
