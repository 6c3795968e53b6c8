import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { toast } from '@/ui/toast';
import type { ChartSpan } from '../model';

const Form = styled.form`
  display: grid;
  gap: 12px;
  padding: 16px;
`;

interface SpanFormProps {
  first: ChartSpan;
  isBusy: boolean;
  onFilter: (span: ChartSpan) => void;
}

/** S027: a chart's own dates. */
export function SpanForm({ first, isBusy, onFilter }: SpanFormProps) {
  const t = useT();
  const [span, setSpan] = useState(first);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (span.initialDate === '' || span.finalDate === '') toast.error(t('dashboard.noFilter'));
    else onFilter(span);
  };
  return (
    <Form onSubmit={handleSubmit} noValidate>
      <DateField
        label={t('dashboard.filter.from')}
        value={span.initialDate}
        onChange={(initialDate) => setSpan({ ...span, initialDate })}
      />
      <DateField
        label={t('dashboard.filter.until')}
        value={span.finalDate}
        onChange={(finalDate) => setSpan({ ...span, finalDate })}
      />
      <Button type="submit" isBusy={isBusy}>
        {t('dashboard.filter.apply')}
      </Button>
    </Form>
  );
}
