import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { firstHourOptions } from '@/api/firstHour';
import { countDone, STEPS } from '@/features/tickets/firstHour/model';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';

const Count = styled.span`
  margin-left: auto;
  color: ${color.textSubtle};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

interface FirstHourItemProps {
  /** The menu's item, with what stands at its end. */
  children: (count: ReactNode) => ReactNode;
}

/** The way back to a first hour that was put aside, with "2 de 5" at its end; nothing where it is over. */
export default function FirstHourItem({ children }: FirstHourItemProps) {
  const t = useT();
  const { data } = useQuery(firstHourOptions);
  if (data?.state !== 'skipped') return null;
  return children(<Count>{t('shell.firstHour', { done: countDone(data), all: STEPS.length })}</Count>);
}
