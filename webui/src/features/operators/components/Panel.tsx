import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, media, radius } from '@/styles/tokens';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  @media ${media.sm} {
    padding: 12px;
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px 8px;
  min-height: 24px;
  margin-bottom: 4px;

  & > h2 {
    font-size: ${font.md};
  }
  & > p {
    flex: 1;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
`;

export const None = styled.p`
  padding: 8px 0;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** A second, smaller line. */
export const Below = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.regular};
`;

interface PanelProps {
  title: string;
  note?: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}

/** One part of the page. */
export const Panel = ({ title, note, tools, children }: PanelProps) => (
  <Root aria-label={title}>
    <Head>
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      {tools}
    </Head>
    {children}
  </Root>
);
