import { useQuery } from '@tanstack/react-query';
import { attendantsOptions } from '@/api/attendants';
import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import { FilterButton } from './FilterButton';

interface UserFilterProps {
  chosen: readonly number[];
  onChange: (users: readonly number[]) => void;
}

/** S087: tickets held by any of the chosen attendants; for admins. */
export function UserFilter({ chosen, onChange }: UserFilterProps) {
  const t = useT();
  const { data: users = [] } = useQuery(attendantsOptions);
  return (
    <Menu
      label={t('search.userFilter')}
      align="start"
      trigger={
        <FilterButton isActive={chosen.length > 0}>{t('search.userCount', { count: chosen.length })}</FilterButton>
      }
      items={users.map((user) => ({
        kind: 'check' as const,
        id: String(user.id),
        label: user.name,
        isChecked: chosen.includes(user.id),
        onChange: (isChecked: boolean) =>
          onChange(isChecked ? [...chosen, user.id] : chosen.filter((id) => id !== user.id)),
      }))}
    />
  );
}
