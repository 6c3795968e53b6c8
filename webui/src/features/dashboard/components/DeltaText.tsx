import ArrowDownRight from 'lucide-react/icons/arrow-down-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import styled from 'styled-components';
import { color, font } from '@/styles/tokens';
import type { Delta } from '../model';

const Root = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 3px;
  color: ${color.textMuted};
  font-weight: ${font.semibold};
  white-space: nowrap;

  &[data-tone='good'] {
    color: ${color.success};
  }
  &[data-tone='bad'] {
    color: ${color.danger};
  }
  & > svg {
    width: 12px;
    height: 12px;
    stroke-width: 2.25;
  }
`;

/** More or less than before; the colour says whether that is good, the sign says which. */
export function DeltaText({ delta, text }: { delta: Delta; text: string }) {
  if (delta.difference === 0) return null;
  return (
    <Root data-tone={delta.tone}>
      {delta.difference > 0 ? <ArrowUpRight aria-hidden /> : <ArrowDownRight aria-hidden />}
      {text}
    </Root>
  );
}
