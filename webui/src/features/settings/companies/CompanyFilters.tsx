import Plus from 'lucide-react/icons/plus';
import styled from 'styled-components';
import type { PlanDetails } from '@/api/types';
import { useT } from '@/i18n';
import { color, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Chip, Chips } from '@/ui/Chips';
import type { ListSearch } from '@/ui/list';
import { SearchInput } from '@/ui/SearchInput';
import { Select } from '@/ui/Select';
import { STANDINGS, type StandingFilter } from './model';

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
  /* what is chosen says itself what it is */
  & label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
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

const CHIP_LABELS = {
  overdue: 'platform.company.overdue',
  due: 'platform.company.dueNow',
  soon: 'platform.company.soon',
  trial: 'platform.company.trial',
  inactive: 'platform.company.inactive',
} as const;

export interface Chosen {
  planId: string;
  standing: StandingFilter | null;
}

interface FiltersProps {
  search: ListSearch;
  plans: readonly PlanDetails[] | undefined;
  chosen: Chosen;
  /** Undefined until there is an answer. */
  standings: Record<StandingFilter | 'all', number> | undefined;
  onChoose: (chosen: Chosen) => void;
  onNew: () => void;
}

/** What narrows the companies, and how many there are of each kind. */
export function CompanyFilters({ search, plans, chosen, standings, onChoose, onNew }: FiltersProps) {
  const t = useT();
  const { planId, standing } = chosen;
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
          options={(plans ?? []).map((plan) => ({ value: String(plan.id), label: plan.name }))}
          onValueChange={(next) => onChoose({ ...chosen, planId: next })}
        />
        <NewCompany isReady={plans !== undefined} onNew={onNew} />
      </Head>
      <Chips role="group" aria-label={t('platform.company.standing')}>
        <StandingChip
          type="button"
          aria-pressed={standing === null}
          onClick={() => onChoose({ ...chosen, standing: null })}
        >
          {t('platform.company.all')} {standings?.all}
        </StandingChip>
        {STANDINGS.map((each) => (
          <StandingChip
            key={each}
            type="button"
            data-dot={each === 'trial' || each === 'inactive' ? undefined : each}
            aria-pressed={standing === each}
            onClick={() => onChoose({ ...chosen, standing: standing === each ? null : each })}
          >
            {t(CHIP_LABELS[each])} {standings?.[each]}
          </StandingChip>
        ))}
      </Chips>
    </>
  );
}

/** Its form has to know the plans. */
export function NewCompany({ isReady, onNew }: { isReady: boolean; onNew: () => void }) {
  const t = useT();
  return (
    <Button icon={<Plus />} disabled={!isReady} onClick={onNew}>
      {t('platform.company.new')}
    </Button>
  );
}
