import styled from 'styled-components';
import { color, font, radius, truncate } from '@/styles/tokens';

/** Cards of which one is chosen. */
export const CardGrid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(250px, 1fr));
  gap: 12px;
  margin: 0 0 16px;
  padding: 0;
  list-style: none;
`;

export const ChoiceCard = styled.li`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  &[data-chosen] {
    border-color: ${color.accent};
    box-shadow: 0 0 0 1px ${color.accent};
  }
  &:has(> header [data-chooses]:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
  & > header {
    display: flex;
    align-items: center;
    gap: 12px;
  }
  & > footer {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

export const CardPicture = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 34px;
  height: 34px;
  border-radius: ${radius.md};
  background: ${color.active};
  color: ${color.textMuted};

  & > svg {
    width: 18px;
    height: 18px;
    stroke-width: 1.75;
  }
`;

/** What chooses the card, a button or the label of a radio button, and a line below it. */
export const CardNames = styled.div`
  flex: 1;
  min-width: 0;

  & > button,
  & > label {
    ${truncate}
    display: block;
    max-width: 100%;
    font-size: ${font.md};
    font-weight: ${font.semibold};
    outline: none;
    cursor: pointer;
  }
  /* the whole card chooses */
  & > button::after,
  & > label::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius.lg};
  }
  & > small {
    ${truncate}
    display: block;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

export const CardAbout = styled.p`
  ${truncate}
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** Above what chooses the card. */
export const CardMore = styled.div`
  position: relative;
  z-index: 1;
`;
