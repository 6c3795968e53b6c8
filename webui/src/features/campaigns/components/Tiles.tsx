import styled from 'styled-components';
import type { Campaign, RecipientState } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius } from '@/styles/tokens';
import { deliveredOf, progressOf, tilesOf } from '../model';
import { Box } from './Box';
import { ForecastNote } from './ForecastNote';
import { INKS } from './inks';
import { Shares } from './Shares';

const Head = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 10px;
  align-items: baseline;
  color: ${color.textMuted};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & > strong {
    color: ${color.text};
    font-size: ${font.xl};
  }
`;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(112px, 1fr));
  gap: 8px;
`;

const Tile = styled.button`
  display: grid;
  gap: 2px;
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surface};
  color: ${color.textMuted};
  font-size: ${font.sm};
  text-align: left;

  & > strong {
    color: ${color.text};
    font-size: ${font.lg};
    font-variant-numeric: tabular-nums;
  }
  &:hover {
    background: ${color.hover};
  }
  &[aria-pressed='true'] {
    border-color: ${color.accent};
    background: ${color.selected};
  }
`;

const Word = styled.span`
  display: flex;
  gap: 6px;
  align-items: center;

  &::before {
    content: '';
    flex: none;
    width: 8px;
    height: 8px;
    border-radius: 2px;
    background: var(--q);
  }
`;

interface TilesProps {
  campaign: Campaign;
  chosen: RecipientState | null;
  onChoose: (state: RecipientState | null) => void;
}

/** A068: delivered over valid, and a tile for each state, which filters the table. */
export function Tiles({ campaign, chosen, onChoose }: TilesProps) {
  const t = useT();
  const { counts } = campaign;
  const percent = progressOf(counts);
  const delivered = deliveredOf(counts);
  return (
    <Box aria-label={t('campaigns.head.progress')}>
      <Head>
        <strong>{percent === null ? '—' : `${percent}%`}</strong>
        {t('campaigns.deliveredOf', { count: delivered, all: counts.valid })}
        {counts.answered > 0 && <span>{t('campaigns.answered', { count: counts.answered })}</span>}
        <ForecastNote campaign={campaign} />
      </Head>
      <Shares label={t('campaigns.progressOf', { name: campaign.name })} counts={counts} />
      <Grid role="group" aria-label={t('campaigns.filter')}>
        <Tile type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          {t('campaigns.everybody')}
          <strong>{counts.total}</strong>
        </Tile>
        {tilesOf(counts).map((state) => (
          <Tile
            key={state}
            type="button"
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? null : state)}
          >
            <Word style={cssVars({ '--q': INKS[state] })}>{t(`campaigns.state.${state}`)}</Word>
            <strong>{counts[state]}</strong>
          </Tile>
        ))}
      </Grid>
    </Box>
  );
}
