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

  @media ${media.pair} {
    &[data-filled] {
      display: flex;
      flex-direction: column;
      height: 100%;
      padding-bottom: 0;
    }
  }

  @media ${media.sm} {
    padding: 14px 14px 24px;
  }
`;

interface PageFrameProps extends PageHeadProps {
  /** The content brings surfaces of its own. */
  hasPanels?: boolean;
  /** Where there is room it is as tall as the window, and its parts scroll by themselves. */
  isFilled?: boolean;
  children: ReactNode;
}

/** The frame of a page that scrolls as a whole. */
export function PageFrame({ hasPanels, isFilled, children, ...head }: PageFrameProps) {
  return (
    <Root data-panels={hasPanels || undefined} data-filled={isFilled || undefined}>
      <PageHead {...head} />
      {children}
    </Root>
  );
}
