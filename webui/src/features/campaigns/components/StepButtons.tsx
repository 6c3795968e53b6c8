import CircleX from 'lucide-react/icons/circle-x';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { useStep } from '../api';
import { hasBegun } from '../model';
import type { AskedStep } from './StepQuestion';

interface StepButtonsProps {
  campaign: Campaign;
  onAsk: (step: AskedStep) => void;
}

/** What can be done to a campaign where it stands; what is not taken back by one press is asked first. */
export function StepButtons({ campaign, onAsk }: StepButtonsProps) {
  const t = useT();
  const go = useStep();
  const { id, status } = campaign;
  const step = (next: 'pause' | 'resume') => go.mutate({ id, step: next });
  return (
    <>
      {status === 'EM_ANDAMENTO' && (
        <>
          <Button variant="danger" icon={<CircleX />} onClick={() => onAsk('cancel')}>
            {t('campaigns.cancel')}
          </Button>
          {campaign.pausedAt === null ? (
            <Button variant="secondary" icon={<Pause />} isBusy={go.isPending} onClick={() => step('pause')}>
              {t('campaigns.pause')}
            </Button>
          ) : (
            <Button icon={<Play />} isBusy={go.isPending} onClick={() => step('resume')}>
              {t('campaigns.resume')}
            </Button>
          )}
        </>
      )}
      {status === 'CANCELADA' && (
        <Button icon={<RotateCcw />} onClick={() => onAsk('restart')}>
          {t('campaigns.restart')}
        </Button>
      )}
      {!hasBegun(campaign) && (
        <Button icon={<Play />} onClick={() => onAsk('start')}>
          {t('campaigns.start')}
        </Button>
      )}
    </>
  );
}
