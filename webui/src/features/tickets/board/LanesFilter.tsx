import { FilterButton } from '@/features/tickets/list/FilterButton';
import { QueueDot } from '@/features/tickets/list/QueueDot';
import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import type { Lane } from './model';

interface LanesFilterProps {
  lanes: readonly Lane[];
  /** Empty shows all. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** A024: which categories are shown. */
export function LanesFilter({ lanes, chosen, onChange }: LanesFilterProps) {
  const t = useT();
  if (lanes.length === 0) return null;
  const words = chosen.length === 0 ? t('board.allLanes') : t('board.lanesChosen', { count: chosen.length });
  return (
    <Menu
      label={t('board.categories')}
      align="start"
      trigger={
        <FilterButton isActive={chosen.length > 0}>
          {t('board.categories')}: {words}
        </FilterButton>
      }
      items={lanes.map(({ key, name, color }) => ({
        kind: 'check' as const,
        id: key,
        label: name,
        icon: color && <QueueDot queue={{ color }} />,
        isChecked: chosen.includes(key),
        onChange: (isChecked: boolean) =>
          onChange(isChecked ? [...chosen, key] : chosen.filter((each) => each !== key)),
      }))}
    />
  );
}
