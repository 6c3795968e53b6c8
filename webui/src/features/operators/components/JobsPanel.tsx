import type { Operation } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Pill } from '@/ui/Pill';
import { every, failedFirst, secondsBetween, took } from '../model';
import { useJobName } from '../names';
import { useSpan } from '../useSpan';
import { Below } from './Words';
import { SortedTable, type Column } from './SortedTable';

type Job = Operation['jobs'][number];

/** Everything that is done again and again, what failed first. */
export function JobsPanel({ operation }: { operation: Operation }) {
  const t = useT();
  const span = useSpan();
  const nameOf = useJobName();
  const { jobs } = operation;
  const columns: Column<Job>[] = [
    {
      id: 'job',
      head: t('operators.job'),
      by: ({ name }) => nameOf(name),
      cell: ({ name }) => <span title={name}>{nameOf(name)}</span>,
    },
    {
      id: 'every',
      head: t('operators.every'),
      by: (job) => job.every,
      cell: (job) => {
        const { unit, count } = every(job.every);
        return t(`operators.${unit}`, { count });
      },
    },
    {
      id: 'lastRun',
      head: t('operators.lastRun'),
      by: ({ lastRunAt }) => lastRunAt ?? null,
      cell: ({ lastRunAt }) =>
        lastRunAt ? (
          <span title={formatDateTime(lastRunAt)}>
            {t('operators.ago', { span: span(secondsBetween(lastRunAt, operation.at)) })}
          </span>
        ) : (
          '—'
        ),
    },
    {
      id: 'took',
      head: t('operators.took'),
      isNumber: true,
      by: ({ lastRunAt, tookMs }) => (lastRunAt ? tookMs : null),
      cell: ({ lastRunAt, tookMs }) => {
        const { unit, count } = took(tookMs);
        return lastRunAt ? t(`operators.${unit}`, { ms: count }) : '—';
      },
    },
    {
      id: 'result',
      head: t('operators.result'),
      isNumber: true,
      by: ({ failed, failures }) => Number(failed) * 1e9 + failures,
      cell: ({ failed, failures, lastRunAt }) =>
        lastRunAt ? (
          <>
            <Pill tone={failed ? 'danger' : 'success'}>{t(failed ? 'operators.failed' : 'operators.fine')}</Pill>
            {failures > 0 && <Below>{t('operators.failures', { count: failures })}</Below>}
          </>
        ) : (
          '—'
        ),
    },
  ];
  const failed = jobs.filter((job) => job.failed).length;
  return (
    <FiguresPanel title={t('operators.jobs')} note={t('operators.jobsNote', { count: jobs.length, failed })}>
      <SortedTable
        label={t('operators.jobs')}
        columns={columns}
        rows={failedFirst(jobs, ({ name }) => nameOf(name))}
        keyOf={({ name }) => name}
      />
    </FiguresPanel>
  );
}
