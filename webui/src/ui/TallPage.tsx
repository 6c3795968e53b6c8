import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, media } from '@/styles/tokens';
import { PageHead, type PageHeadProps } from './PageHead';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  min-height: 0;
  padding: 20px 24px 0;
  background: ${color.surface};

  & > header {
    padding-bottom: 14px;
  }

  @media ${media.sm} {
    padding: 14px 0 0;

    & > header {
      padding: 0 14px 12px;
    }
  }
`;

const Body = styled.div`
  flex: 1;
  max-width: 1180px;
  min-height: 0;
  border-top: 1px solid ${color.line};
`;

interface TallPageProps extends PageHeadProps {
  children: ReactNode;
}

/** A page as tall as the window: what is below the head fills the rest and scrolls by itself. */
export function TallPage({ children, ...head }: TallPageProps) {
  return (
    <Root>
      <PageHead {...head} />
      <Body>{children}</Body>
    </Root>
  );
}
