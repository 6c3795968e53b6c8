import { FilterButton } from '@/features/tickets/list/FilterButton';
import { QueueDot } from '@/ui/QueueDot';
import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import { categoryOf, type Lane } from './model';

interface LanesFilterProps {
  lanes: readonly Lane[];
  /** Categories; empty shows all. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** A024: which categories are shown. */
export function LanesFilter({ lanes, chosen, onChange }: LanesFilterProps) {
  const t = useT();
  if (lanes.length === 0) return null;
  const words = chosen.length === 0 ? t('board.allLanes') : t('board.lanesChosen', { count: chosen.length });
  const categories = lanes.map(categoryOf);
  const first = lanes.filter((_, at) => categories.indexOf(categories[at] ?? '') === at);
  return (
    <Menu
      label={t('board.categories')}
      align="start"
      trigger={
        <FilterButton isActive={chosen.length > 0}>
          {t('board.categories')}: {words}
        </FilterButton>
      }
      items={first.map((lane) => {
        const word = categoryOf(lane);
        return {
          kind: 'check' as const,
          id: word,
          label: word,
          // the colour of its first lane
          icon: lane.color && <QueueDot queue={{ color: lane.color }} />,
          isChecked: chosen.includes(word),
          onChange: (isChecked: boolean) =>
            onChange(isChecked ? [...chosen, word] : chosen.filter((each) => each !== word)),
        };
      })}
    />
  );
}
