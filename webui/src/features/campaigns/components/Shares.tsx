import styled from 'styled-components';
import type { CampaignCounts } from '@/api/types';
import { cssVars } from '@/lib/cssVars';
import { color, radius } from '@/styles/tokens';
import { deliveredOf, sharesOf } from '../model';
import { INKS } from './inks';

const Root = styled.div`
  display: flex;
  gap: 2px;
  height: 10px;
  overflow: hidden;
  border-radius: ${radius.full};
  background: ${color.active};

  & > span {
    flex: var(--n) 0 0;
    min-width: 3px;
    background: var(--q);
  }
`;

/** A068: how everybody of a campaign stands, in one bar; its figure is delivered over valid. */
export function Shares({ label, counts }: { label: string; counts: CampaignCounts }) {
  return (
    <Root
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(counts.valid, 1)}
      aria-valuenow={deliveredOf(counts)}
    >
      {sharesOf(counts).map(({ state, count }) => (
        <span key={state} style={cssVars({ '--n': String(count), '--q': INKS[state] })} />
      ))}
    </Root>
  );
}
