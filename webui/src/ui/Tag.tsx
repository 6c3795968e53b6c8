import type { ReactNode } from 'react';
import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  height: 20px;
  padding: 0 7px;
  overflow: hidden;
  border-radius: ${radius.sm};
  background: color-mix(in srgb, ${color.text} 6%, transparent);
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-weight: ${font.medium};
  line-height: 20px;
  white-space: nowrap;

  &[data-tinted] {
    background: color-mix(in srgb, var(--q) 13%, ${color.surface});
    color: color-mix(in srgb, var(--q) 42%, ${color.text});
  }
`;

const Dot = styled.span`
  flex: none;
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: var(--q);
`;

const Words = styled.span`
  overflow: hidden;
  text-overflow: ellipsis;
`;

interface TagProps {
  children: ReactNode;
  /** A tag's own colour tints the whole of it. */
  tint?: string | null | undefined;
  /** A queue's colour is only a dot. */
  dot?: string | null | undefined;
}

export function Tag({ children, tint, dot }: TagProps) {
  return (
    <Root data-tinted={tint ? true : undefined} style={cssVars({ '--q': tint ?? dot ?? undefined })}>
      {dot && <Dot />}
      <Words>{children}</Words>
    </Root>
  );
}
