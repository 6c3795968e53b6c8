import styled from 'styled-components';
import { color, font, radius, truncate } from '@/styles/tokens';

export const Root = styled.div`
  display: grid;
  gap: 12px;

  & > section {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  & h3 {
    font-size: ${font.base};
  }
  & > section > :nth-child(2) {
    width: 100%;
  }
`;

export const List = styled.ul`
  display: grid;
  max-height: 240px;
  overflow-y: auto;

  &[data-short] {
    max-height: 150px;
    border: 1px solid ${color.line};
    border-radius: ${radius.md};
  }
  & > li {
    min-width: 0;
    padding: 6px 8px;
  }
  & label {
    display: flex;
    min-width: 0;
  }
`;

/** What a ticket takes. */
export const ROW_PX = 48;

export const Person = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  font-size: ${font.md};
`;

export const Words = styled.span`
  ${truncate}
  min-width: 0;
`;

export const Muted = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;
