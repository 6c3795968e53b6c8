import Filter from 'lucide-react/icons/funnel';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { Select } from '@/ui/Select';
import { PERIODS, type FilterForm } from '../model';

const Form = styled.form`
  display: grid;
  gap: 12px;
  padding: 16px;
`;

interface PeriodFormProps {
  first: FilterForm;
  isBusy: boolean;
  onFilter: (form: FilterForm) => void;
}

/** S025: by dates or by a period back from now. */
export function PeriodForm({ first, isBusy, onFilter }: PeriodFormProps) {
  const t = useT();
  const [form, setForm] = useState(first);
  const change = (part: Partial<FilterForm>) => setForm((known) => ({ ...known, ...part }));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(form);
  };
  return (
    <Form onSubmit={handleSubmit} noValidate>
      <Select
        label={t('dashboard.filter.type')}
        value={form.type}
        options={[
          { value: 'date', label: t('dashboard.filter.byDate') },
          { value: 'period', label: t('dashboard.filter.byPeriod') },
        ]}
        onValueChange={(value) => change({ type: value === 'period' ? 'period' : 'date' })}
      />
      {form.type === 'date' ? (
        <>
          <DateField
            label={t('dashboard.filter.from')}
            value={form.from}
            canBeEmpty
            onChange={(from) => change({ from })}
          />
          <DateField
            label={t('dashboard.filter.until')}
            value={form.until}
            canBeEmpty
            onChange={(until) => change({ until })}
          />
        </>
      ) : (
        <Select
          label={t('dashboard.filter.period')}
          value={String(form.days)}
          options={PERIODS.map((days) => ({
            value: String(days),
            label: days === 0 ? t('dashboard.filter.none') : t('dashboard.filter.lastDays', { days }),
          }))}
          onValueChange={(value) => change({ days: Number(value) })}
        />
      )}
      <Button type="submit" icon={<Filter />} isBusy={isBusy}>
        {t('dashboard.filter.apply')}
      </Button>
    </Form>
  );
}
