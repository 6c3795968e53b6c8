import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { formatDateTime, formatTime } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { progressOptions } from '../api';
import { Box } from './Box';

const SERIES = ['delivered', 'read', 'failed'] as const;

const Legend = styled.ul`
  display: flex;
  gap: 14px;
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > li::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-right: 6px;
    border-radius: 2px;
    background: var(--q);
  }
`;

const Plot = styled.div`
  display: flex;
  gap: 6px;
  align-items: flex-end;
  height: 160px;
  overflow-x: auto;
`;

const Hour = styled.div`
  display: grid;
  flex: 1 0 44px;
  grid-template-rows: minmax(0, 1fr) auto;
  gap: 4px;
  max-width: 90px;
  height: 100%;
  color: ${color.textMuted};
  font-size: ${font.xs};
  text-align: center;
`;

const Bars = styled.div`
  display: flex;
  gap: 2px;
  align-items: flex-end;
  justify-content: center;
  border-bottom: 1px solid ${color.line};

  & > span {
    width: 10px;
    height: var(--h);
    border-radius: ${radius.sm} ${radius.sm} 0 0;
    background: var(--q);
  }
`;

const INKS = { delivered: color.info, read: color.accent, failed: color.danger };

/** What happened by the hour; the same in words for those who do not see it. */
export function ProgressChart({ id }: { id: number }) {
  const t = useT();
  const { data: points, error, refetch } = useQuery(progressOptions(id));
  if (error && !points) {
    return (
      <Box aria-label={t('campaigns.course')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (!points || points.length === 0) return null;
  const top = Math.max(1, ...points.flatMap((point) => SERIES.map((series) => point[series])));
  return (
    <Box aria-label={t('campaigns.course')}>
      <h2>{t('campaigns.course')}</h2>
      <Legend>
        {SERIES.map((series) => (
          <li key={series} style={cssVars({ '--q': INKS[series] })}>
            {t(`campaigns.state.${series}`)}
          </li>
        ))}
      </Legend>
      <Plot aria-hidden>
        {points.map((point) => (
          <Hour key={point.at} title={formatDateTime(point.at)}>
            <Bars>
              {SERIES.map((series) => (
                <span key={series} style={cssVars({ '--h': `${(point[series] / top) * 100}%`, '--q': INKS[series] })} />
              ))}
            </Bars>
            {formatTime(point.at)}
          </Hour>
        ))}
      </Plot>
      <table className="visually-hidden">
        <caption>{t('campaigns.course')}</caption>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{formatDateTime(point.at)}</th>
              {SERIES.map((series) => (
                <td key={series}>
                  {t(`campaigns.state.${series}`)}: {point[series]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
