import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, media, radius } from '@/styles/tokens';

const Root = styled.section`
  min-width: 0;
  padding: 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  @media ${media.sm} {
    padding: 12px;
  }
`;

const Heading = styled.h2`
  margin-bottom: 12px;
  font-size: ${font.md};
`;

interface PanelProps {
  title?: string;
  children: ReactNode;
}

export function Panel({ title, children }: PanelProps) {
  return (
    <Root aria-label={title}>
      {title && <Heading>{title}</Heading>}
      {children}
    </Root>
  );
}
