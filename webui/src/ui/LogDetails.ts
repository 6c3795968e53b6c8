import styled from 'styled-components';
import { color, font, media, radius } from '@/styles/tokens';

/** A log, and beside it the details of what was chosen. */
export const LogPanels = styled.div`
  display: grid;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  & > * {
    min-width: 0;
  }
  &[data-open] {
    grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr);
  }
  &[data-open] > :last-child {
    border-left: 1px solid ${color.line};
  }

  /* what was chosen comes first */
  @media ${media.md} {
    &[data-open] {
      grid-template-columns: minmax(0, 1fr);
    }
    &[data-open] > :last-child {
      order: -1;
      border-left: 0;
      border-bottom: 1px solid ${color.line};
    }
  }
`;

/** What was chosen, and what can be done with it. */
export const DetailsHead = styled.header`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 56px;
  padding: 8px 12px 8px 16px;
  border-bottom: 1px solid ${color.line};

  & > h2 {
    flex: 1;
    min-width: 0;
    font-size: ${font.md};
    overflow-wrap: anywhere;
  }
`;

export const DetailsBody = styled.div`
  display: grid;
  gap: 10px;
  padding: 14px 16px;
  font-size: ${font.base};

  & > h3 {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 28px;
    font-size: ${font.base};
  }
  & > p {
    color: ${color.textMuted};
  }
`;

/** Why it did not go well. */
export const Problem = styled.p`
  display: flex;
  gap: 10px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.dangerSoft};

  && {
    color: ${color.danger};
  }
  & > svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
`;

/** The tries, each with its time and how it ended. */
export const Tries = styled.ol`
  display: grid;
  gap: 4px;
  margin: 0;
  padding: 0;
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
  list-style: none;

  & > li {
    display: flex;
    gap: 10px;
  }
  & > li > small {
    margin-left: auto;
    font-size: ${font.base};
  }
`;
