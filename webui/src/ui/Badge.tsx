import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.span`
  display: inline-grid;
  place-items: center;
  min-width: 20px;
  height: 20px;
  padding: 0 6px;
  border-radius: ${radius.full};
  background: ${color.active};
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-weight: ${font.semibold};
  font-variant-numeric: tabular-nums;
  line-height: 1;

  &[data-tone='accent'] {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  &[data-tone='danger'] {
    min-width: 16px;
    height: 16px;
    padding: 0 4px;
    background: ${color.danger};
    color: ${color.surface};
    font-size: 0.625rem;
  }
`;

interface BadgeProps {
  count: number;
  tone?: 'neutral' | 'accent' | 'danger';
  max?: number;
}

export function Badge({ count, tone = 'neutral', max = 999 }: BadgeProps) {
  return <Root data-tone={tone}>{count > max ? `${max}+` : count}</Root>;
}
