import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { color } from '@/styles/tokens';

const Row = styled.div`
  display: grid;
  grid-template-columns: 64px minmax(0, 1fr) 72px;
  gap: 10px;
  align-items: center;
  min-height: 24px;

  & > dt {
    color: ${color.textMuted};
  }
  & > dd {
    margin: 0;
    text-align: right;
    white-space: nowrap;
  }
`;

const Bar = styled.span`
  height: 5px;
  border-radius: 3px;
  overflow: hidden;
  background: ${color.active};

  &::before {
    content: '';
    display: block;
    width: var(--part);
    height: 100%;
    border-radius: inherit;
    background: ${color.accent};
  }
  &[data-high]::before {
    background: ${color.warning};
  }
`;

interface GaugeProps {
  label: string;
  /** What is said; a dash where nothing is known. */
  value: string;
  /** Of 1, null where nothing is known. */
  part: number | null;
  /** From this part on it is too much. */
  highFrom: number;
  title?: string | undefined;
}

/** A value with a bar that says how much of its room it takes; part of a description list. */
export function Gauge({ label, value, part, highFrom, title }: GaugeProps) {
  const share = Math.min(1, Math.max(0, part ?? 0));
  return (
    <Row title={title}>
      <dt>{label}</dt>
      <Bar
        as="dd"
        aria-hidden
        data-high={(part ?? 0) >= highFrom || undefined}
        style={cssVars({ '--part': `${Math.round(share * 100)}%` })}
      />
      <dd>{value}</dd>
    </Row>
  );
}
