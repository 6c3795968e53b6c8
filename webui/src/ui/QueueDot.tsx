import styled from 'styled-components';
import type { QueueRef } from '@/api/types';
import { cssVars } from '@/lib/cssVars';

const Root = styled.span`
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  background: var(--q);
`;

export function QueueDot({ queue }: { queue: Pick<QueueRef, 'color'> }) {
  return <Root aria-hidden style={cssVars({ '--q': queue.color })} />;
}
