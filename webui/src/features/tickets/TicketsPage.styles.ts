import styled from 'styled-components';
import { color, layout } from '@/styles/tokens';

const NARROW = '(max-width: 719.98px)';
const TABS = '40px';

export const Page = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: ${layout.list} minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  height: 100%;
  min-height: 0;
  overflow: hidden;
  container-type: size;
`;

const Side = styled.div`
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  min-width: 0;
  min-height: 0;
`;

/** Covered, not removed, on narrow screens: the list keeps its place in the scroll. */
const TurnSide = styled(Side)`
  @container ${NARROW} {
    position: absolute;
    inset: ${TABS} 0 0;

    &:not([data-shown]) {
      visibility: hidden;
    }
  }
`;

export const ListSide = TurnSide;

export const ConversationSide = styled(TurnSide)`
  background: ${color.canvas};
`;

/** S031 */
export const SideTabs = styled.div`
  display: none;
  height: ${TABS};
  background: ${color.surface};

  @container ${NARROW} {
    display: block;
    grid-column: 1 / -1;
  }
  & [role='tab'] {
    flex: 1;
  }
`;
