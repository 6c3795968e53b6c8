import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, font, media, radius } from '@/styles/tokens';

const Root = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  padding: 12px 16px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  @media ${media.sm} {
    padding: 10px 12px 12px;
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  min-height: 28px;
  margin-bottom: 8px;
`;

const Heading = styled.h2`
  font-size: ${font.md};
`;

const Note = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

const Aside = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  margin-left: auto;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;

  & [role='tab'] {
    height: 22px;
    padding-inline: 6px;
    font-size: ${font.sm};
  }
`;

interface FiguresPanelProps {
  title: string;
  /** What the region is called, where the title alone does not say it. */
  label?: string;
  /** The part of the grid that it takes. */
  area?: string;
  note?: ReactNode;
  /** On the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of a page of figures: its name, a note beside it, and what it is looked at by. */
export function FiguresPanel({ title, label = title, area, note, aside, children }: FiguresPanelProps) {
  return (
    <Root aria-label={label} style={area ? { gridArea: area } : undefined}>
      <Head>
        <Heading>{title}</Heading>
        {note && <Note>{note}</Note>}
        {aside && <Aside>{aside}</Aside>}
      </Head>
      {children}
    </Root>
  );
}
