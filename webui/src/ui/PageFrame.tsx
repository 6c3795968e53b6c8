import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, media } from '@/styles/tokens';
import { PageHead, type PageHeadProps } from './PageHead';

const Root = styled.div`
  min-height: 100%;
  padding: 20px 24px 32px;
  background: ${color.surface};

  &[data-panels] {
    background: none;
  }
  & > header {
    margin-bottom: 16px;
  }

  @media ${media.sm} {
    padding: 14px 14px 24px;
  }
`;

interface PageFrameProps extends PageHeadProps {
  /** The content brings surfaces of its own. */
  hasPanels?: boolean;
  children: ReactNode;
}

/** The frame of a page that scrolls as a whole. */
export function PageFrame({ hasPanels, children, ...head }: PageFrameProps) {
  return (
    <Root data-panels={hasPanels || undefined}>
      <PageHead {...head} />
      {children}
    </Root>
  );
}
