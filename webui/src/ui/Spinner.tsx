import styled, { keyframes } from 'styled-components';

const turn = keyframes`to{transform:rotate(360deg)}`;

const Ring = styled.span`
  display: inline-block;
  flex: none;
  width: var(--s);
  height: var(--s);
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  opacity: 0.75;
  animation: ${turn} 0.7s linear infinite;
`;

interface SpinnerProps {
  size?: number;
}

export function Spinner({ size = 18 }: SpinnerProps) {
  return <Ring aria-hidden style={{ '--s': `${size}px` } as React.CSSProperties} />;
}
