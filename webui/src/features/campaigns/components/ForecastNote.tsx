import { useQuery } from '@tanstack/react-query';
import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { forecastOptions } from '../api';
import { useForecastText } from './useForecastText';

/** When a campaign that is planned or runs will have written to everybody; nothing is said of one that a person has to resume. */
export function ForecastNote({ campaign }: { campaign: Campaign }) {
  const t = useT();
  const text = useForecastText();
  const { id, status, pausedReason, counts } = campaign;
  const isKept = pausedReason === 'person' || pausedReason === 'failures';
  const isAhead = status === 'PROGRAMADA' || status === 'EM_ANDAMENTO';
  const waiting = status === 'EM_ANDAMENTO' ? counts.pending : counts.valid;
  const { data } = useQuery({ ...forecastOptions(id, waiting), enabled: isAhead && !isKept });
  if (!isAhead) return null;
  if (isKept) return <span>{t('campaigns.forecast.paused')}</span>;
  return data && data.people > 0 ? <span>{text(data)}</span> : null;
}
