import styled from 'styled-components';
import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { color, font } from '@/styles/tokens';
import { isMissed, remainingOf, standingOf } from '../model';
import { useLengthText } from './useLengthText';

const SECOND_MS = 1000;

const Root = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

/** Below a campaign's name: what comes next, or how it has ended. */
export function CampaignNote({ campaign }: { campaign: Campaign }) {
  const t = useT();
  const lengthText = useLengthText();
  const { counts, completedAt, nextAt, pausedFailures, pausedReason, scheduledAt, updatedAt } = campaign;
  const standing = standingOf(campaign);
  const now = useNow(standing === 'EM_ANDAMENTO' ? SECOND_MS : MINUTE_MS);
  const length = (until: string) => lengthText(Date.parse(until) - now);
  const isAhead = (time: string | null): time is string => time !== null && Date.parse(time) > now;
  const text = () => {
    switch (standing) {
      case 'EM_ANDAMENTO':
        return isAhead(nextAt) ? t('campaigns.note.next', { length: length(nextAt) }) : t('campaigns.note.now');
      case 'PAUSADA':
      case 'PAUSA_AUTOMATICA':
        return pausedFailures
          ? t('campaigns.note.failures', { failed: pausedFailures.failed, sent: pausedFailures.sent })
          : t(`campaigns.note.paused.${pausedReason ?? 'person'}`);
      case 'PROGRAMADA':
        if (isAhead(scheduledAt)) return t('campaigns.note.begins', { length: length(scheduledAt) });
        return t(isMissed(campaign, now) ? 'campaigns.note.missed' : 'campaigns.note.due');
      case 'CANCELADA':
        return t('campaigns.note.remaining', { count: remainingOf(counts) });
      case 'FINALIZADA':
        return completedAt && t('campaigns.note.ended', { time: formatDateTime(completedAt) });
      default:
        return t('campaigns.note.edited', { time: formatDateTime(updatedAt) });
    }
  };
  return <Root>{text()}</Root>;
}
