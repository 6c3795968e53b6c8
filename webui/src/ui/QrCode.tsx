import styled from 'styled-components';
import { encode } from 'uqr';
import { radius } from '@/styles/tokens';

// Black on white in both themes: that is what cameras read.
const Code = styled.svg`
  display: block;
  width: 256px;
  height: 256px;
  border-radius: ${radius.md};
  background: #fff;
`;

interface QrCodeProps {
  text: string;
  label: string;
}

/** A code of 256 px (A009 A140). */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Code viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </Code>
  );
}
