import type { QueueRef } from '@/api/types';
import type { MenuEntry } from './Menu';
import { QueueDot } from './QueueDot';

interface QueueEntries {
  /** The words for all of them. */
  all: string;
  queues: readonly QueueRef[];
  /** None are all of them. */
  chosen: readonly number[];
  onChange: (queues: readonly number[]) => void;
}

/** What a menu offers where one, several or all queues may be chosen. */
export const queueEntries = ({ all, queues, chosen, onChange }: QueueEntries): MenuEntry[] => [
  { kind: 'choice', id: 'all', label: all, isChosen: chosen.length === 0, onSelect: () => onChange([]) },
  { kind: 'separator', id: 'line' },
  ...queues.map((queue): MenuEntry => ({
    kind: 'check',
    id: String(queue.id),
    label: queue.name,
    icon: <QueueDot queue={queue} />,
    isChecked: chosen.includes(queue.id),
    onChange: (isChecked) => onChange(isChecked ? [...chosen, queue.id] : chosen.filter((id) => id !== queue.id)),
  })),
];
