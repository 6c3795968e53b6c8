import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

/** What narrows a list to one of a few kinds; each chip says how many there are. */
export const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  margin-bottom: 12px;
`;

export const Chip = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 7px;
  height: 30px;
  padding: 0 12px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.full};
  color: ${color.textMuted};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  &:hover {
    background: ${color.hover};
  }
  &[aria-pressed='true'] {
    border-color: ${color.accent};
    background: ${color.selected};
    color: ${color.text};
    font-weight: ${font.medium};
  }
`;
