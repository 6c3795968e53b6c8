import styled, { keyframes } from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { color, radius } from '@/styles/tokens';

const pulse = keyframes`50%{opacity:.45}`;

const Root = styled.span`
  display: block;
  width: var(--w);
  height: var(--h);
  border-radius: ${radius.sm};
  background: ${color.active};
  animation: ${pulse} 1.4s ease-in-out infinite;

  &[data-round] {
    border-radius: 50%;
  }
`;

interface SkeletonProps {
  width?: number | string;
  height?: number | string;
  isRound?: boolean;
}

const size = (value: number | string) => (typeof value === 'number' ? `${value}px` : value);

export function Skeleton({ width = '100%', height = 12, isRound }: SkeletonProps) {
  return (
    <Root aria-hidden data-round={isRound || undefined} style={cssVars({ '--w': size(width), '--h': size(height) })} />
  );
}
