import ShieldAlert from 'lucide-react/icons/shield-alert';
import styled from 'styled-components';
import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { remainingOf } from '../model';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  align-items: center;
  max-width: 1180px;
  margin-bottom: 14px;
  padding: 14px 16px;
  border: 1px solid color-mix(in srgb, ${color.warning} 40%, transparent);
  border-radius: ${radius.lg};
  background: ${color.warningSoft};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color.warning};
  }
  & > div {
    flex: 1 1 260px;
  }
  & strong {
    display: block;
    color: ${color.warning};
  }
`;

interface PauseBannerProps {
  campaign: Campaign;
  onFailures: () => void;
}

/** Why nobody is written to now, and what was not lost. */
export function PauseBanner({ campaign, onFailures }: PauseBannerProps) {
  const t = useT();
  const { status, pausedAt, pausedReason, pausedFailures, counts, nextAt } = campaign;
  if (status !== 'EM_ANDAMENTO' || pausedAt === null) return null;
  const reason = pausedReason ?? 'person';
  return (
    <Root role="status">
      <ShieldAlert aria-hidden />
      <div>
        <strong>
          {pausedFailures
            ? t(`campaigns.pausedBy.${pausedFailures.kind}`, {
                failed: pausedFailures.failed,
                sent: pausedFailures.sent,
              })
            : t(`campaigns.paused.${reason}`)}
        </strong>
        {t('campaigns.pausedText', { time: formatDateTime(pausedAt), count: remainingOf(counts) })}
        {reason === 'failures' && <> {t('campaigns.pausedRisk')}</>}
        {(reason === 'window' || reason === 'cap') && nextAt !== null && (
          <> {t('campaigns.goesOn', { time: formatDateTime(nextAt) })}</>
        )}
      </div>
      {reason === 'failures' && (
        <Button variant="secondary" onClick={onFailures}>
          {t('campaigns.showFailures')}
        </Button>
      )}
    </Root>
  );
}
