import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { toast } from '@/ui/toast';
import type { ChartSpan } from '../model';

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 10px;
  margin-bottom: 16px;

  & > div {
    flex: 0 1 160px;
  }

  @media ${media.sm} {
    & > div {
      flex: 1 1 120px;
    }
    & > button {
      flex: 1 1 100%;
    }
  }
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
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('dashboard.filter.apply')}
      </Button>
    </Form>
  );
}
