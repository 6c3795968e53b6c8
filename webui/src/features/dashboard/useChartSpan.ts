import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '@/ui/toast';
import type { ChartSpan } from './model';

const isSame = (a: ChartSpan, b: ChartSpan) => a.initialDate === b.initialDate && a.finalDate === b.finalDate;

/** S027: the dates of a chart, which are the page's until somebody filters the chart, and again once the page's change. */
export function useChartSpan(pageSpan: ChartSpan) {
  const [own, setOwn] = useState<{ span: ChartSpan; under: ChartSpan } | null>(null);
  const span = own !== null && isSame(own.under, pageSpan) ? own.span : pageSpan;
  return { span, setSpan: (next: ChartSpan) => setOwn({ span: next, under: pageSpan }) };
}

/** S131: whoever looks elsewhere on the page is told too, each time that asking has failed. */
export function useFailureNotice({ errorUpdateCount }: UseQueryResult, failure: string): void {
  useEffect(() => {
    if (errorUpdateCount > 0) toast.error(failure);
  }, [failure, errorUpdateCount]);
}

/** Filtering by the same dates asks again. */
export const filterBy =
  (known: ChartSpan, query: UseQueryResult, setSpan: (span: ChartSpan) => void) => (next: ChartSpan) => {
    if (isSame(next, known)) void query.refetch();
    else setSpan(next);
  };
