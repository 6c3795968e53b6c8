import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Layers from 'lucide-react/icons/layers';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { useState } from 'react';
import styled from 'styled-components';
import type { PlanDetails } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { money } from '@/lib/money';
import { plansOptions, useDeletePlan } from './api';
import { FEATURES, LIMITS } from './model';
import { PlanDialog } from './PlanDialog';

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  max-width: 1180px;
  margin-bottom: 12px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const Scroller = styled.div`
  max-width: 1180px;
  overflow-x: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & th,
  & td {
    min-width: 150px;
    padding: 10px 16px;
    border-bottom: 1px solid ${color.line};
    text-align: left;
  }
  & thead th {
    vertical-align: top;
  }
  & td + th,
  & th + th,
  & th + td,
  & td + td {
    border-left: 1px solid ${color.line};
  }
  & tbody th {
    font-weight: ${font.regular};
  }
  & tbody th[scope='rowgroup'] {
    background: ${color.surfaceAlt};
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
  & tr:last-child > * {
    border-bottom: 0;
  }
  & td svg {
    display: block;
    width: 16px;
    height: 16px;
    color: ${color.success};
  }
`;

const Plan = styled.div`
  display: grid;
  gap: 4px;
`;

const Name = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 4px;
  font-weight: ${font.semibold};
`;

const Price = styled.p`
  font-size: ${font.lg};
  font-weight: ${font.semibold};

  & > small {
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.regular};
  }
`;

const Count = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.regular};
`;

/** A037 A103: every plan beside the others. */
export default function PlansTab() {
  const t = useT();
  const { data: plans, error, refetch } = useQuery(plansOptions);
  const [edited, setEdited] = useState<PlanDetails | 'new' | null>(null);
  const [doomed, setDoomed] = useState<PlanDetails | null>(null);
  const remove = useDeletePlan();
  const newButton = (
    <Button icon={<Plus />} onClick={() => setEdited('new')}>
      {t('platform.plan.new')}
    </Button>
  );
  const content = () => {
    if (!plans && !error) return <RowsSkeleton />;
    if (!plans) return <ErrorState title={t('platform.listFailed')} error={error} onRetry={() => void refetch()} />;
    if (plans.length === 0) {
      const empty = { title: t('platform.plan.empty'), text: t('platform.plan.emptyText') };
      return <EmptyState icon={<Layers />} {...empty} action={newButton} />;
    }
    const companies = plans.reduce((sum, plan) => sum + plan.companies, 0);
    return (
      <>
        <Head>
          <p>{t('platform.plan.counts', { plans: plans.length, companies })}</p>
          {newButton}
        </Head>
        <Scroller role="region" aria-label={t('platform.tab.plans')} tabIndex={0}>
          <Table>
            <thead>
              <tr>
                <td />
                {plans.map((plan) => (
                  <th key={plan.id} scope="col">
                    <Plan>
                      <Name>
                        {plan.name}
                        <span>
                          <IconButton
                            size="sm"
                            label={t('platform.editNamed', { name: plan.name })}
                            onClick={() => setEdited(plan)}
                          >
                            <Pencil />
                          </IconButton>
                          <IconButton
                            size="sm"
                            label={t('platform.deleteNamed', { name: plan.name })}
                            onClick={() => setDoomed(plan)}
                          >
                            <Trash2 />
                          </IconButton>
                        </span>
                      </Name>
                      <Price>
                        {money(plan.value)} <small>{t('platform.plan.perMonth')}</small>
                      </Price>
                      <Count>{t('platform.plan.companies', { count: plan.companies })}</Count>
                    </Plan>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={plans.length + 1}>
                  {t('platform.plan.limits')}
                </th>
              </tr>
              {LIMITS.map((limit) => (
                <tr key={limit}>
                  <th scope="row">{t(`platform.plan.${limit}`)}</th>
                  {plans.map((plan) => (
                    <td key={plan.id}>
                      {limit === 'storageGb' && plan.storageGb === 0 ? t('platform.plan.unlimited') : plan[limit]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tbody>
              <tr>
                <th scope="rowgroup" colSpan={plans.length + 1}>
                  {t('platform.plan.features')}
                </th>
              </tr>
              {FEATURES.map((name) => (
                <tr key={name}>
                  <th scope="row">{t(`platform.plan.${name}`)}</th>
                  {plans.map((plan) => (
                    <td key={plan.id}>
                      {plan[name] ? <Check aria-hidden /> : <span aria-hidden>—</span>}
                      <span className="visually-hidden">
                        {t(plan[name] ? 'platform.plan.yes' : 'platform.plan.no')}
                      </span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </Scroller>
      </>
    );
  };
  return (
    <>
      {content()}
      {edited && <PlanDialog plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        isOpen={doomed !== null}
        title={t('platform.plan.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('platform.plan.deleteText')}
        confirmLabel={t('platform.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={() =>
          doomed &&
          remove.mutate(doomed.id, {
            onSuccess: () => toast.success(t('platform.saved')),
            onError: (failure) => toast.error(`${t('platform.deleteFailed')}. ${errorText(failure)}`),
            onSettled: () => setDoomed(null),
          })
        }
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
