import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 140px;
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

const Track = styled.span`
  flex: 1;
  height: 6px;
  overflow: hidden;
  border-radius: ${radius.full};
  background: ${color.active};

  &::before {
    content: '';
    display: block;
    width: var(--p);
    height: 100%;
    background: ${color.accent};
  }
`;

interface MeterProps {
  label: string;
  done: number;
  all: number;
  /** The figures stand elsewhere. */
  isBare?: boolean;
}

/** How far something has come. */
export function Meter({ label, done, all, isBare }: MeterProps) {
  return (
    <Root>
      <Track
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(all, 1)}
        aria-valuenow={done}
        style={cssVars({ '--p': `${all === 0 ? 0 : Math.min(100, (done / all) * 100)}%` })}
      />
      {!isBare && (
        <span aria-hidden>
          {done}/{all}
        </span>
      )}
    </Root>
  );
}
