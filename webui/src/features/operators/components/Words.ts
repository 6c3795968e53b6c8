import styled from 'styled-components';
import { color, font } from '@/styles/tokens';

/** Instead of rows where there are none. */
export const None = styled.p`
  padding: 8px 0;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** A second, smaller line. */
export const Below = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.regular};
`;
