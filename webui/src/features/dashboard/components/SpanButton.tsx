import CalendarDays from 'lucide-react/icons/calendar-days';
import { formatDate } from '@/lib/dates';
import { useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { Popover } from '@/ui/Popover';
import type { ChartSpan } from '../model';
import { SpanForm } from './SpanForm';

interface SpanButtonProps {
  /** The chart's name. */
  title: string;
  span: ChartSpan;
  isBusy: boolean;
  onFilter: (span: ChartSpan) => void;
}

/** S027: a chart's own dates, behind a button in its head. */
export function SpanButton({ title, span, isBusy, onFilter }: SpanButtonProps) {
  const t = useT();
  const dates = `${formatDate(span.initialDate)} – ${formatDate(span.finalDate)}`;
  const label = t('dashboard.dates', { title });
  return (
    <Popover
      label={label}
      width={264}
      trigger={
        <IconButton size="sm" label={`${label}: ${dates}`}>
          <CalendarDays />
        </IconButton>
      }
    >
      {(close) => (
        <SpanForm
          first={span}
          isBusy={isBusy}
          onFilter={(next) => {
            onFilter(next);
            close();
          }}
        />
      )}
    </Popover>
  );
}
