import styled from 'styled-components';
import { color, layout } from '../../styles/tokens';

const NARROW = '(max-width: 719.98px)';

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
export const ListSide = styled(Side)`
  @container ${NARROW} {
    position: absolute;
    inset: 0;

    &[data-covered] {
      visibility: hidden;
    }
  }
`;

export const ConversationSide = styled(Side)`
  background: ${color.canvas};

  @container ${NARROW} {
    position: absolute;
    inset: 0;
    visibility: hidden;

    &[data-open] {
      visibility: visible;
    }
  }
`;
