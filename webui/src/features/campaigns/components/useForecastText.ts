import type { CampaignForecast } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { durationOf } from '../model';

/** A forecast in words: when it ends, and how long that is. */
export function useForecastText() {
  const t = useT();
  return ({ startsAt, endsAt, days }: CampaignForecast): string => {
    if (startsAt === null) return t('campaigns.forecast.never');
    if (endsAt === null) return t('campaigns.forecast.far');
    const { unit, count } = durationOf(Date.parse(endsAt) - Date.parse(startsAt));
    const length =
      days > 1 ? t('campaigns.forecast.days', { count: days }) : t(`campaigns.forecast.${unit}`, { count });
    return t('campaigns.forecast.ends', { time: formatDateTime(endsAt), length });
  };
}
