import type { CampaignStanding, CampaignsStanding } from '@/api/types';
import { useT } from '@/i18n';
import { Chip, Chips } from '@/ui/Chips';
import { STANDINGS } from '../model';

interface StandingChipsProps {
  /** Undefined until they are known. */
  standings: readonly CampaignsStanding[] | undefined;
  chosen: CampaignStanding | null;
  onChoose: (standing: CampaignStanding | null) => void;
}

/** How many campaigns stand in which way, and those of one way alone. */
export function StandingChips({ standings, chosen, onChoose }: StandingChipsProps) {
  const t = useT();
  if (!standings || (standings.length === 0 && chosen === null)) return null;
  const countOf = (each: CampaignStanding) => standings.find(({ standing }) => standing === each)?.count ?? 0;
  const all = standings.reduce((sum, { count }) => sum + count, 0);
  return (
    <Chips role="group" aria-label={t('campaigns.standings')}>
      <Chip type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        {t('campaigns.standing.all')} <span>{all}</span>
      </Chip>
      {STANDINGS.filter((each) => each === chosen || countOf(each) > 0).map((each) => (
        <Chip
          key={each}
          type="button"
          aria-pressed={chosen === each}
          onClick={() => onChoose(chosen === each ? null : each)}
        >
          {t(`campaigns.standing.${each}`)} <span>{countOf(each)}</span>
        </Chip>
      ))}
    </Chips>
  );
}
