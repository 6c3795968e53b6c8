import { useQuery } from '@tanstack/react-query';
import { attendantsOptions } from '@/api/attendants';
import { FilterButton } from '@/features/tickets/list/FilterButton';
import { QueueDot } from '@/ui/QueueDot';
import { useQueueChoices } from '@/features/tickets/useQueueChoices';
import { useT } from '@/i18n';
import { Menu, type MenuEntry } from '@/ui/Menu';

interface ChoiceFilterProps {
  /** Null is all, 0 is none. */
  chosen: number | null;
  onChange: (id: number | null) => void;
}

interface ChoiceProps extends ChoiceFilterProps {
  label: string;
  all: string;
  none: string;
  choices: readonly { id: number; name: string; icon?: React.ReactNode }[];
}

function Choice({ label, all, none, choices, chosen, onChange }: ChoiceProps) {
  const named = choices.find(({ id }) => id === chosen)?.name;
  const words = chosen === null ? all : chosen === 0 ? none : (named ?? `#${chosen}`);
  const choice = (id: number | null, name: string, icon?: React.ReactNode): MenuEntry => ({
    kind: 'choice',
    id: String(id),
    label: name,
    icon,
    isChosen: chosen === id,
    onSelect: () => onChange(id),
  });
  return (
    <Menu
      label={label}
      align="start"
      trigger={
        <FilterButton isActive={chosen !== null} aria-label={`${label}: ${words}`}>
          {words}
        </FilterButton>
      }
      items={[
        choice(null, all),
        choice(0, none),
        { kind: 'separator', id: 'line' },
        ...choices.map(({ id, name, icon }) => choice(id, name, icon)),
      ]}
    />
  );
}

/** Whose cards are shown. */
export function AttendantFilter(props: ChoiceFilterProps) {
  const t = useT();
  const { data: users = [] } = useQuery(attendantsOptions);
  return (
    <Choice
      {...props}
      label={t('board.attendant')}
      all={t('board.allAttendants')}
      none={t('board.nobody')}
      choices={users}
    />
  );
}

/** Of which queue cards are shown in the lanes of tags. */
export function BoardQueueFilter(props: ChoiceFilterProps) {
  const t = useT();
  const queues = useQueueChoices();
  return (
    <Choice
      {...props}
      label={t('board.queue')}
      all={t('board.allQueues')}
      none={t('board.noQueue')}
      choices={queues.map((queue) => ({ id: queue.id, name: queue.name, icon: <QueueDot queue={queue} /> }))}
    />
  );
}
