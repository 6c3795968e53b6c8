import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { toast } from '@/ui/toast';
import { useRenewCompany, useSetDue } from './api';

/** A012: '+ Vencimento', and the way back. `onMoved` hears of each move, its own and the one back. */
export function useRenewal(onMoved: (id: number, dueDate: string | null) => void) {
  const t = useT();
  const renew = useRenewCompany();
  const setDue = useSetDue();
  const onError = () => toast.error(t('platform.deleteFailed'));
  const undo = ({ id, dueDate }: CompanyDetails) =>
    setDue.mutate(
      { id, dueDate: dueDate ?? null },
      { onSuccess: (company) => onMoved(id, company.dueDate ?? null), onError },
    );
  return {
    isBusy: (id: number) => renew.isPending && renew.variables === id,
    renew: (company: CompanyDetails) =>
      renew.mutate(company.id, {
        onSuccess: ({ dueDate }) => {
          onMoved(company.id, dueDate ?? null);
          toast.undoable(t('platform.company.renewed', { name: company.name, date: formatDate(dueDate) }), {
            label: t('platform.company.undo'),
            onClick: () => undo(company),
          });
        },
        onError,
      }),
  };
}
