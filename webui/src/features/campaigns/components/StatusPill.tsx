import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { Pill } from '@/ui/Pill';
import { standingOf, TONES } from '../model';

export function StatusPill({ campaign }: { campaign: Campaign }) {
  const t = useT();
  const standing = standingOf(campaign);
  return (
    <Pill tone={TONES[standing]} hasDot>
      {t(`campaigns.status.${standing}`)}
    </Pill>
  );
}
