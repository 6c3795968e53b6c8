import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { cssVars } from '@/lib/cssVars';
import { color, font, media, radius } from '@/styles/tokens';

/** A table has no more. */
const COLUMNS_MAX = 12;

const HEADS = Array.from(
  { length: COLUMNS_MAX },
  (_, at) => `& > td:nth-child(${at + 1}) { --head: var(--head-${at + 1}); }`,
).join('\n');

const Root = styled.table`
  width: 100%;
  max-width: 1180px;
  border-collapse: collapse;
  font-size: ${font.base};

  /* the last column is one like the others */
  &[data-open] > thead th:last-child {
    padding-right: 0;
    text-align: right;
  }
  @media ${media.md} {
    &[data-open] > tbody > tr > td:last-child {
      position: relative;
      grid-area: auto / 1 / auto / -1;
      min-height: 20px;
      padding-left: 130px;
      text-align: left;
    }
    &[data-open] > tbody > tr > td:last-child::before {
      position: absolute;
      left: 0;
      width: 120px;
      color: ${color.textSubtle};
      font-size: ${font.sm};
      line-height: 20px;
      content: var(--head);
    }
  }

  /* rows with a colour of their own keep what they say away from its edge */
  @media (min-width: 960px) {
    &[data-inset] > * > tr > :first-child {
      padding-left: 12px;
    }
    &[data-inset] > * > tr > :last-child {
      padding-right: 12px;
    }
  }

  @media ${media.md} {
    display: block;

    & > tbody {
      display: grid;
      gap: 10px;
    }
    & > thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

const Th = styled.th`
  padding: 8px 12px 8px 0;
  border-bottom: 1px solid ${color.line};
  color: ${color.textSubtle};
  font-size: ${font.sm};
  font-weight: ${font.medium};
  text-align: left;
  white-space: nowrap;

  & > svg {
    display: inline-block;
    width: 12px;
    height: 12px;
    margin-left: 4px;
    vertical-align: -2px;
  }
`;

/** A row: its first cell and its last one, the buttons, stand beside each other on a card. */
export const DataRow = styled.tr`
  & > td {
    height: 52px;
    padding: 6px 12px 6px 0;
    border-bottom: 1px solid ${color.line};
    vertical-align: middle;
    overflow-wrap: anywhere;
  }
  & > td:last-child {
    width: 1%;
    padding-right: 0;
    text-align: right;
    white-space: nowrap;
  }

  @media ${media.md} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: 8px 10px;
    padding: 10px 12px;
    border: 1px solid ${color.line};
    border-radius: ${radius.lg};

    & > td {
      grid-column: 1 / -1;
      height: auto;
      padding: 0;
      border: 0;
    }
    & > td:first-child {
      grid-area: 1 / 1;
    }
    & > td:last-child {
      grid-area: 1 / 2;
      width: auto;
    }
    & > td:empty {
      display: none;
    }
    /* What a cell without its head is worth nobody can tell. */
    & > td:not(:first-child, :last-child) {
      position: relative;
      min-height: 20px;
      padding-left: 130px;
    }
    & > td:not(:first-child, :last-child)::before {
      position: absolute;
      left: 0;
      width: 120px;
      color: ${color.textSubtle};
      font-size: ${font.sm};
      line-height: 20px;
      content: var(--head);
    }
    ${HEADS}
  }
`;

interface DataTableProps {
  /** The heads of the columns, the buttons' own last. */
  heads: readonly string[];
  /** The head of the column that the rows are in order of, the smallest first. */
  sorted?: string;
  /** Its rows may have colours. */
  isInset?: boolean;
  /** No row has buttons: the last head is there for the eyes as well. */
  hasNoButtons?: boolean;
  children: ReactNode;
}

/** A table of records; on narrow screens each row is a card. The last head is for the ears only, where buttons stand below it. */
export function DataTable({ heads, sorted, isInset, hasNoButtons, children }: DataTableProps) {
  const named = Object.fromEntries(heads.map((head, index) => [`--head-${index + 1}`, JSON.stringify(head)]));
  return (
    <Root data-inset={isInset || undefined} data-open={hasNoButtons || undefined} style={cssVars(named)}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <Th key={head} scope="col" aria-sort={head === sorted ? 'ascending' : undefined}>
              {!hasNoButtons && index === heads.length - 1 ? <span className="visually-hidden">{head}</span> : head}
              {head === sorted && <ArrowUp aria-hidden />}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Root>
  );
}
