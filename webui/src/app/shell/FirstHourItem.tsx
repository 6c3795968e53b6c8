import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import { firstHourOptions } from '@/api/firstHour';
import { countDone, STEPS } from '@/features/tickets/firstHour/model';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { color, font } from '@/styles/tokens';

const Count = styled.span`
  margin-left: auto;
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

/** How far a first hour is that was put aside; null where there is none. Companies that never did are not asked for it. */
export function useSkippedFirstHour() {
  const { profile, company } = useUser();
  const wasSkipped = profile === 'admin' && company.settings.some(({ key }) => key === 'firstHourSkipped');
  const { data } = useQuery({ ...firstHourOptions, enabled: wasSkipped });
  if (!wasSkipped || data?.state !== 'skipped') return null;
  return { to: paths.firstHour, done: countDone(data), all: STEPS.length };
}

/** "2 de 5" at the end of its menu item. */
export function FirstHourCount({ done, all }: { done: number; all: number }) {
  const t = useT();
  return <Count>{t('shell.firstHour', { done, all })}</Count>;
}
