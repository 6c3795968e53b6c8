import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { Holiday } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { ErrorState } from '@/ui/ErrorState';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { toast } from '@/ui/toast';
import { nationalOptions, useAddNational } from './api';
import { missing } from './model';

const Root = styled.section`
  display: grid;
  gap: 12px;
  padding: 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};

  & h2 {
    font-size: ${font.base};
  }
  & p {
    margin: 2px 0 0;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Days = styled.ul`
  display: grid;
  gap: 10px;
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    font-size: ${font.base};
  }
  & time {
    color: ${color.textMuted};
    font-variant-numeric: tabular-nums;
  }
`;

const LIST = 'national-days';

interface NationalPanelProps {
  kept: readonly Holiday[];
  today: string;
}

/** Brazil's national holidays of a year that the company does not keep yet, all of them added by one press. */
export function NationalPanel({ kept, today }: NationalPanelProps) {
  const t = useT();
  const thisYear = Number(today.slice(0, 4));
  const years = [String(thisYear), String(thisYear + 1)];
  const [year, setYear] = useState(String(thisYear));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { data: offered, error, refetch } = useQuery(nationalOptions(Number(year)));
  const add = useAddNational();
  const days = missing(offered ?? [], kept, today);
  const chosen = days.filter(({ date }) => !left.has(date));
  const toggle = (date: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(date);
    else next.add(date);
    setLeft(next);
  };
  return (
    <Root aria-label={t('hours.national')}>
      <div>
        <h2>{t('hours.national')}</h2>
        <p>{t('hours.nationalText')}</p>
      </div>
      <Tabs
        label={t('hours.year')}
        look="segmented"
        panelId={LIST}
        items={years.map((id) => ({ id, label: id }))}
        selected={year}
        onSelect={setYear}
      />
      <div id={LIST}>
        {!offered && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />)}
        {offered && days.length === 0 && <p>{t('hours.allNational', { year })}</p>}
        <Days>
          {days.map(({ date, name }) => (
            <li key={date}>
              <Checkbox label={name} isChecked={!left.has(date)} onChange={(isChosen) => toggle(date, isChosen)} />
              <time dateTime={date}>{`${date.slice(8)}/${date.slice(5, 7)}`}</time>
            </li>
          ))}
        </Days>
      </div>
      {days.length > 0 && (
        <Button
          disabled={chosen.length === 0}
          isBusy={add.isPending}
          onClick={() =>
            add.mutate(chosen, {
              onSuccess: () => toast.success(t('hours.added', { count: chosen.length })),
              onError: (failure) => toast.error(errorText(failure)),
            })
          }
        >
          {t('hours.add', { count: chosen.length })}
        </Button>
      )}
    </Root>
  );
}
