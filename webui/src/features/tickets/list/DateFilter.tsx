import { Suspense } from 'react';
import styled from 'styled-components';
import { lazyPart, useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { Popover } from '@/ui/Popover';
import type { DateFieldsProps } from './DateFields';
import { FilterButton } from './FilterButton';

const DateFields = lazyPart(() => import('./DateFields'));

/** The fields' place while they arrive. */
const Space = styled.div`
  height: 196px;
`;

/** S095: the day on which tickets were opened, or changed last. */
export function DateFilter({ view, onChange }: Pick<DateFieldsProps, 'view' | 'onChange'>) {
  const t = useT();
  const day = view.created || view.updated;
  return (
    <Popover
      label={t('search.dateFilter')}
      width={240}
      align="start"
      preload={DateFields.preload}
      trigger={<FilterButton isActive={day !== ''}>{day === '' ? t('search.anyDay') : formatDate(day)}</FilterButton>}
    >
      {(close) => (
        <Suspense fallback={<Space />}>
          <DateFields view={view} onChange={onChange} onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}
