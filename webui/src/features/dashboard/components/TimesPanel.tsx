import Download from 'lucide-react/icons/download';
import Timer from 'lucide-react/icons/timer';
import { useState } from 'react';
import styled from 'styled-components';
import type { TimesOf } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Link } from '@/ui/Link';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { useExportTimes, useTimes } from '../api';
import { formatSeconds, ticketsOf, TIMES_BY, type DashboardQuery, type TimesBy } from '../model';

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  margin-bottom: 12px;
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & :is(th, td) {
    padding: 8px 12px 8px 0;
    text-align: right;
    white-space: nowrap;
  }
  & thead th {
    border-bottom: 1px solid ${color.line};
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & tbody tr + tr > * {
    border-top: 1px solid ${color.line};
  }
  & tbody th {
    width: 40%;
    font-weight: ${font.medium};
    white-space: normal;
    overflow-wrap: anywhere;
  }
  & :is(th, td):first-child {
    text-align: left;
  }
  & :is(th, td):last-child {
    padding-right: 0;
  }
  &[aria-busy='true'] {
    opacity: 0.6;
  }

  @media ${media.md} {
    & thead th {
      white-space: normal;
    }
    & [data-wide] {
      display: none;
    }
  }
`;

const Dot = styled.span`
  display: inline-block;
  width: 8px;
  height: 8px;
  margin-right: 8px;
  border-radius: 50%;
`;

/** Where its tickets are, unless it has no list of its own. */
function Name({ by, row }: { by: TimesBy; row: TimesOf }) {
  const t = useT();
  const name = row.name ?? t(row.id === null ? `dashboard.times.none.${by}` : 'dashboard.times.gone');
  const to = ticketsOf(by, row);
  return (
    <>
      {row.color && <Dot style={{ background: row.color }} aria-hidden />}
      {to ? <Link to={to}>{name}</Link> : name}
    </>
  );
}

/** How long customers waited for a first answer and for the end, by what their conversations had. */
export function TimesPanel({ asked }: { asked: DashboardQuery }) {
  const t = useT();
  const [by, setBy] = useState<TimesBy>('queue');
  const query = useTimes(asked, by);
  const download = useExportTimes();
  const rows = query.data?.data;
  const tabs = TIMES_BY.map((id) => ({ id, label: t(`dashboard.times.by.${id}`) }));
  return (
    <FiguresPanel title={t('dashboard.times.title')}>
      <Tools>
        <Tabs<TimesBy>
          label={t('dashboard.times.title')}
          look="segmented"
          items={tabs}
          selected={by}
          onSelect={setBy}
        />
        <Button
          variant="secondary"
          icon={<Download />}
          isBusy={download.isPending}
          onClick={() => download.mutate({ asked, by })}
        >
          {t('dashboard.times.export')}
        </Button>
      </Tools>
      {query.isPending && <RowsSkeleton />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && (
        <EmptyState icon={<Timer />} title={t('dashboard.chart.empty')} text={t('dashboard.chart.emptyText')} />
      )}
      {rows !== undefined && rows.length > 0 && (
        <Table aria-busy={query.isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col">{t(`dashboard.times.by.${by}`)}</th>
              <th scope="col">{t('dashboard.chart.amount')}</th>
              <th scope="col">{t('dashboard.times.answer')}</th>
              <th scope="col" data-wide>
                {t('dashboard.times.ninth')}
              </th>
              <th scope="col">{t('dashboard.times.ending')}</th>
              <th scope="col" data-wide>
                {t('dashboard.times.ninth')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id ?? 0}>
                <th scope="row">
                  <Name by={by} row={row} />
                </th>
                <td>{row.tickets}</td>
                <td>{formatSeconds(row.answerMedian)}</td>
                <td data-wide>{formatSeconds(row.answerNinth)}</td>
                <td>{formatSeconds(row.endingMedian)}</td>
                <td data-wide>{formatSeconds(row.endingNinth)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </FiguresPanel>
  );
}
