import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, media } from '@/styles/tokens';

const Root = styled.header`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
  max-width: 1180px;
`;

const Words = styled.div`
  flex: 1 1 auto;
  min-width: 140px;

  @media ${media.sm} {
    flex-basis: 0;
  }
`;

const Title = styled.h1`
  font-size: 1.0625rem;
  letter-spacing: -0.01em;
`;

const Note = styled.p`
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;
`;

const Search = styled.div`
  flex: 0 1 300px;

  @media ${media.sm} {
    order: 3;
    flex: 1 0 100%;
  }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
`;

export interface PageHeadProps {
  title: string;
  /** Below the title, such as how many there are. */
  note?: ReactNode;
  search?: ReactNode;
  /** Buttons on the right. */
  tools?: ReactNode;
}

/** The head of a page: what it is, the search, the buttons. */
export function PageHead({ title, note, search, tools }: PageHeadProps) {
  return (
    <Root>
      <Words>
        <Title>{title}</Title>
        {note && <Note>{note}</Note>}
      </Words>
      {search && <Search>{search}</Search>}
      {tools && <Tools>{tools}</Tools>}
    </Root>
  );
}
