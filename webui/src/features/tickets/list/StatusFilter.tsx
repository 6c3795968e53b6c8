import type { TicketStatus } from '@/api/types';
import { useT } from '@/i18n';
import { Menu } from '@/ui/Menu';
import { FilterButton } from './FilterButton';

const STATUSES: readonly TicketStatus[] = ['open', 'pending', 'lead', 'closed'];

interface StatusFilterProps {
  status: TicketStatus | null;
  onChange: (status: TicketStatus | null) => void;
}

export function StatusFilter({ status, onChange }: StatusFilterProps) {
  const t = useT();
  const any = t('search.anyStatus');
  return (
    <Menu
      label={t('search.statusFilter')}
      align="start"
      trigger={
        <FilterButton isActive={status !== null}>{status === null ? any : t(`tickets.status.${status}`)}</FilterButton>
      }
      items={[
        { kind: 'choice', id: 'any', label: any, isChosen: status === null, onSelect: () => onChange(null) },
        ...STATUSES.map((each) => ({
          kind: 'choice' as const,
          id: each,
          label: t(`tickets.status.${each}`),
          isChosen: status === each,
          onSelect: () => onChange(each),
        })),
      ]}
    />
  );
}
