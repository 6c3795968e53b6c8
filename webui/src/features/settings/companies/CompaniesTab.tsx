import { useQuery } from '@tanstack/react-query';
import Building2 from 'lucide-react/icons/building-2';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font, media } from '@/styles/tokens';
import { Chip, Chips } from '@/ui/Chips';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { EndMark } from '@/ui/EndMark';
import { ErrorState } from '@/ui/ErrorState';
import { pagedList, useListSearch } from '@/ui/list';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { SearchInput } from '@/ui/SearchInput';
import { Select } from '@/ui/Select';
import { toast } from '@/ui/toast';
import { plansOptions } from '../plans/api';
import { useCompanies, useDeleteCompany, useRenewCompany, useSetDue } from './api';
import { CompanyDialog } from './CompanyDialog';
import { CompanyRow } from './CompanyRow';
import { STANDINGS, type StandingFilter } from './model';
import { StayDialog } from './StayDialog';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 10px;
  max-width: 1180px;
  margin-bottom: 12px;

  & > :first-child {
    flex: 0 1 280px;
  }
  & > :last-child {
    margin-left: auto;
  }

  @media ${media.sm} {
    & > :first-child {
      flex: 1 0 100%;
    }
  }
`;

const StandingChip = styled(Chip)`
  &[data-dot]::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--dot);
  }
  &[data-dot='overdue'] {
    --dot: ${color.danger};
  }
  &[data-dot='due'] {
    --dot: ${color.dueNow};
  }
  &[data-dot='soon'] {
    --dot: ${color.dueSoon};
  }
`;

const Rows = styled.div`
  &[data-stale] {
    opacity: 0.6;
  }
`;

const Foot = styled.p`
  margin-top: 12px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const CHIP_LABELS = {
  overdue: 'platform.company.overdue',
  due: 'platform.company.dueNow',
  soon: 'platform.company.soon',
  trial: 'platform.company.trial',
  inactive: 'platform.company.inactive',
} as const;

/** A012 A102: the companies of this server. */
export default function CompaniesTab() {
  const t = useT();
  const search = useListSearch();
  const now = new Date(useNow(MINUTE_MS));
  const [planId, setPlanId] = useState('');
  const [standing, setStanding] = useState<StandingFilter | null>(null);
  const plans = useQuery(plansOptions);
  const query = useCompanies({ searchParam: search.search, planId: planId === '' ? null : Number(planId), standing });
  const list = pagedList(query, ({ companies }) => companies);
  const last = query.data?.pages.at(-1);
  const [edited, setEdited] = useState<CompanyDetails | 'new' | null>(null);
  const [entered, setEntered] = useState<CompanyDetails | null>(null);
  const [doomed, setDoomed] = useState<CompanyDetails | null>(null);
  const renew = useRenewCompany();
  const setDue = useSetDue();
  const remove = useDeleteCompany();
  const failed = () => toast.error(t('platform.deleteFailed'));

  const handleRenew = ({ id, name, dueDate }: CompanyDetails) =>
    renew.mutate(id, {
      onSuccess: (renewed) =>
        toast.undoable(t('platform.company.renewed', { name, date: formatDate(renewed.dueDate) }), {
          label: t('platform.company.undo'),
          onClick: () => setDue.mutate({ id, dueDate: dueDate ?? null }, { onError: failed }),
        }),
      onError: failed,
    });

  const isFiltered = search.search !== '' || planId !== '' || standing !== null;
  const newButton = (
    <Button icon={<Plus />} disabled={!plans.data} onClick={() => setEdited('new')}>
      {t('platform.company.new')}
    </Button>
  );

  const content = (): ReactNode => {
    const { rows } = list;
    if (!rows) {
      if (!list.error) return <RowsSkeleton />;
      return <ErrorState title={t('platform.listFailed')} error={list.error} onRetry={list.onRetry} />;
    }
    if (rows.length === 0 && isFiltered) {
      return <EmptyState icon={<SearchX />} title={t('platform.company.none')} text={t('platform.company.noneText')} />;
    }
    if (rows.length === 0) {
      const empty = { title: t('platform.company.empty'), text: t('platform.company.emptyText') };
      return <EmptyState icon={<Building2 />} {...empty} action={newButton} />;
    }
    const heads = ['company.company', 'company.plan', 'company.usage', 'company.due', 'actions'] as const;
    return (
      <Rows data-stale={list.isStale || undefined}>
        <DataTable isInset heads={heads.map((head) => t(`platform.${head}`))}>
          {rows.map((company) => (
            <CompanyRow
              key={company.id}
              company={company}
              now={now}
              isBusy={renew.isPending && renew.variables === company.id}
              onRenew={() => handleRenew(company)}
              onEdit={() => setEdited(company)}
              onEnter={() => setEntered(company)}
              onDelete={() => setDoomed(company)}
            />
          ))}
        </DataTable>
        <Foot>{t('platform.company.showing', { shown: rows.length, count: last?.count ?? rows.length })}</Foot>
        {list.isMoreFailed && <ErrorState error={list.error} onRetry={list.onMore} />}
        {list.hasMore && !list.isMoreFailed && <EndMark key={rows.length} onReached={list.onMore} />}
      </Rows>
    );
  };

  return (
    <>
      <Head>
        <SearchInput
          label={t('platform.company.search')}
          placeholder={t('platform.company.search')}
          value={search.text}
          maxLength={200}
          onSearch={search.onText}
        />
        <Select
          label={t('platform.company.plan')}
          value={planId}
          placeholder={t('platform.company.everyPlan')}
          options={(plans.data ?? []).map((plan) => ({ value: String(plan.id), label: plan.name }))}
          onValueChange={setPlanId}
        />
        {newButton}
      </Head>
      <Chips role="group" aria-label={t('platform.company.standing')}>
        <StandingChip type="button" aria-pressed={standing === null} onClick={() => setStanding(null)}>
          {t('platform.company.all')} {last?.standings.all}
        </StandingChip>
        {STANDINGS.map((each) => (
          <StandingChip
            key={each}
            type="button"
            data-dot={each === 'trial' || each === 'inactive' ? undefined : each}
            aria-pressed={standing === each}
            onClick={() => setStanding(standing === each ? null : each)}
          >
            {t(CHIP_LABELS[each])} {last?.standings[each]}
          </StandingChip>
        ))}
      </Chips>
      {content()}
      {edited && plans.data && (
        <CompanyDialog company={edited === 'new' ? null : edited} plans={plans.data} onClose={() => setEdited(null)} />
      )}
      {entered && <StayDialog company={entered} onClose={() => setEntered(null)} />}
      <ConfirmDialog
        isOpen={doomed !== null}
        title={t('platform.company.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('platform.company.deleteText')}
        confirmLabel={t('platform.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={() =>
          doomed &&
          remove.mutate(doomed.id, {
            onSuccess: () => toast.success(t('platform.saved')),
            onError: failed,
            onSettled: () => setDoomed(null),
          })
        }
        onClose={() => setDoomed(null)}
      />
    </>
  );
}
