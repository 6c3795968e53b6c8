import styled from 'styled-components';
import { color, font, height, radius, truncate } from '@/styles/tokens';

export const Tree = styled.div`
  display: grid;
`;

/** How far a level stands in. */
export const LEVEL_PX = 22;

export const Row = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: ${height.row};
  padding: 5px 4px 5px calc(4px + var(--level) * ${LEVEL_PX}px);
  border-radius: ${radius.md};
  font-size: ${font.base};

  &:hover {
    background: ${color.hover};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  &[draggable='true'] {
    cursor: grab;
  }
  &[data-edge='inside'] {
    background: ${color.accentSoft};
  }
  &[data-edge='before']::after,
  &[data-edge='after']::after {
    position: absolute;
    right: 4px;
    left: calc(4px + var(--level) * ${LEVEL_PX}px);
    height: 2px;
    background: ${color.accent};
    content: '';
  }
  &[data-edge='before']::after {
    top: -1px;
  }
  &[data-edge='after']::after {
    bottom: -1px;
  }
`;

export const Twist = styled.button`
  display: grid;
  flex: none;
  place-items: center;
  width: 24px;
  height: 24px;
  border-radius: ${radius.sm};
  color: ${color.textSubtle};

  & > svg {
    width: 16px;
    height: 16px;
  }
  &[data-open] > svg {
    transform: rotate(90deg);
  }
`;

export const Gap = styled.span`
  flex: none;
  width: 24px;
`;

/** Its words as a whole are the row's name. */
export const Words = styled.span`
  display: contents;
`;

export const Text = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;
`;

export const Label = styled.span`
  ${truncate}
`;

export const Note = styled.span`
  color: ${color.textMuted};
  font-size: ${font.sm};
  ${truncate}
`;

export const Detail = styled.span`
  flex: 0 1 auto;
  min-width: 0;
  color: ${color.textMuted};
  font-size: ${font.sm};
  ${truncate}
`;
