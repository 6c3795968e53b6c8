import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, radius } from '@/styles/tokens';

const Root = styled.section`
  display: grid;
  gap: 12px;
  min-width: 0;
  padding: 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};

  & > h2 {
    font-size: ${font.md};
  }
`;

/** A part of the page with a heading. */
export function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Root aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Root>
  );
}
