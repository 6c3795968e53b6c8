import styled from 'styled-components';
import { color } from '@/styles/tokens';

/** Beside what is of now. */
export const LiveDot = styled.i.attrs({ 'aria-hidden': true })`
  display: inline-block;
  flex: none;
  width: 6px;
  height: 6px;
  margin: 3px;
  border-radius: 50%;
  background: ${color.success};
  box-shadow: 0 0 0 3px ${color.successSoft};
`;
