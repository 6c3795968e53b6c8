import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

export const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 272px;
  max-width: 100%;
`;

export const PlayButton = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 34px;
  height: 34px;
  border-radius: 50%;
  background: ${color.accent};
  color: ${color.onAccent};

  & > svg {
    width: 15px;
    height: 15px;
    fill: currentColor;
  }
  &:hover {
    background: ${color.accentHover};
  }
`;

export const Wave = styled.div`
  position: relative;
  flex: 1;
  min-width: 0;
  height: 26px;
`;

export const Bars = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  height: 100%;
`;

export const Bar = styled.span`
  flex: 0 1 4px;
  height: calc(var(--h) * 100%);
  margin-right: 2px;
  border-radius: 2px;
  background: color-mix(in srgb, ${color.text} 20%, transparent);

  &[data-played] {
    background: ${color.accent};
  }
`;

/** The control itself is the browser's; only the bars are seen. */
export const Seek = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  opacity: 0;
  cursor: pointer;

  ${Wave}:has(&:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
`;

export const SpeedButton = styled.button`
  flex: none;
  min-width: 26px;
  padding: 0 6px;
  border-radius: ${radius.full};
  background: color-mix(in srgb, ${color.text} 8%, transparent);
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-weight: ${font.semibold};
  line-height: 20px;
  font-variant-numeric: tabular-nums;
`;
