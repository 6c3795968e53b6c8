import styled from 'styled-components';
import { color, radius } from '@/styles/tokens';

/** A framed part of a form, such as its switches. */
export const Panel = styled.div`
  display: grid;
  gap: 12px;
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
`;
