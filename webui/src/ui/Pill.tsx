import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 6px;
  height: 20px;
  padding: 0 8px;
  border-radius: ${radius.sm};
  background: ${color.active};
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-weight: ${font.medium};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;

  &[data-tone='success'] {
    background: ${color.successSoft};
    color: ${color.success};
  }
  &[data-tone='warning'] {
    background: ${color.warningSoft};
    color: ${color.warning};
  }
  &[data-tone='danger'] {
    background: ${color.dangerSoft};
    color: ${color.danger};
  }
  &[data-tone='info'] {
    background: ${color.infoSoft};
    color: ${color.info};
  }
  &[data-tone='accent'] {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
`;

const Dot = styled.span`
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: currentColor;
`;

export type Tone = 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent';

interface PillProps {
  tone?: Tone;
  hasDot?: boolean;
  children: ReactNode;
}

/** A state in a word or two. */
export function Pill({ tone = 'neutral', hasDot, children }: PillProps) {
  return (
    <Root data-tone={tone}>
      {hasDot && <Dot />}
      {children}
    </Root>
  );
}
