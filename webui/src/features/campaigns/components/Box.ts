import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

/** A part of a page with panels. */
export const Box = styled.section`
  display: grid;
  gap: 14px;
  min-width: 0;
  max-width: 1180px;
  margin-bottom: 14px;
  padding: 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  & > h2 {
    font-size: ${font.md};
  }
`;
