import { useT } from '@/i18n';
import { MINUTE_MS } from '@/lib/useNow';
import { durationOf } from '../model';

const SECOND_MS = 1000;

/** A span ahead in words: seconds below a minute. */
export function useLengthText() {
  const t = useT();
  return (ms: number): string => {
    if (ms < MINUTE_MS) return t('campaigns.note.seconds', { count: Math.ceil(ms / SECOND_MS) });
    const { unit, count } = durationOf(ms);
    return t(`campaigns.forecast.${unit}`, { count });
  };
}
