import styled from 'styled-components';
import { color, font } from '@/styles/tokens';

export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

export const Text = styled.p`
  margin-bottom: 10px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** Fields side by side with their button at the end, one below the other where there is no room. */
export const Line = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 8px;

  & > div {
    flex: 1 1 140px;
  }
`;

export const Stack = styled.form`
  display: grid;
  gap: 12px;
`;
