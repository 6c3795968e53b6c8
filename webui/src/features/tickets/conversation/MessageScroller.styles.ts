import styled, { keyframes } from 'styled-components';
import { color } from '@/styles/tokens';

export const Frame = styled.div`
  position: relative;
  display: flex;
  flex: 1;
  min-height: 0;
`;

/** An opaque ground and contained rows keep the painting of a scroll small. */
export const Scroller = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  overflow-x: hidden;
  overflow-y: auto;
  overflow-anchor: none;
  overscroll-behavior: contain;
  background: ${color.canvas};
`;

/** A short conversation stands at the foot. */
export const Inner = styled.div`
  position: relative;
  flex: none;
  width: 100%;
  margin-top: auto;
`;

const flash = keyframes`from{background:color-mix(in srgb,${color.accent} 18%,transparent)}to{background:transparent}`;

export const Line = styled.div`
  position: absolute;
  top: 0;
  left: 0;
  width: 100%;
  padding: 0 20px;
  contain: layout style;

  &[data-flash] {
    animation: ${flash} 1.6s ease-out;
  }
  @container (max-width: 719.98px) {
    padding: 0 12px;
  }
`;
