import { useQuery } from '@tanstack/react-query';
import { connectionsOptions } from '@/api/connections';
import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import { FilterButton } from './FilterButton';

interface ConnectionFilterProps {
  chosen: readonly number[];
  onChange: (connections: readonly number[]) => void;
}

/** Tickets of any of the chosen numbers; where there is one, there is nothing to choose. */
export function ConnectionFilter({ chosen, onChange }: ConnectionFilterProps) {
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsOptions);
  if (connections.length < 2 && chosen.length === 0) return null;
  return (
    <Menu
      label={t('search.numberFilter')}
      align="start"
      trigger={
        <FilterButton isActive={chosen.length > 0}>{t('search.numberCount', { count: chosen.length })}</FilterButton>
      }
      items={connections.map(({ id, name }) => ({
        kind: 'check' as const,
        id: String(id),
        label: name,
        isChecked: chosen.includes(id),
        onChange: (isChecked: boolean) => onChange(isChecked ? [...chosen, id] : chosen.filter((each) => each !== id)),
      }))}
    />
  );
}
