import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { Fragment, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { color, font } from '@/styles/tokens';
import { sortedBy, type Sorting } from '../model';

const Scroller = styled.div`
  flex: 1;
  max-height: 300px;
  overflow: auto;

  &[data-tall] {
    max-height: 560px;
  }
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & th,
  & td {
    padding: 8px 12px 8px 0;
    border-bottom: 1px solid ${color.line};
    text-align: left;
    white-space: nowrap;
  }
  & thead th {
    position: sticky;
    top: 0;
    padding-block: 4px;
    background: ${color.surface};
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-weight: ${font.medium};
  }
  & tbody th {
    font-weight: ${font.medium};
  }
  & [data-number] {
    text-align: right;
  }
  & tr > :last-child {
    padding-right: 0;
  }
  & tbody > tr:last-child > * {
    border-bottom: 0;
  }
`;

const Sort = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 24px;
  color: inherit;
  font-size: inherit;
  font-weight: inherit;

  &:hover {
    color: ${color.text};
  }
  & > svg {
    width: 12px;
    height: 12px;
  }
`;

export interface Column<Row> {
  id: string;
  head: string;
  isNumber?: boolean;
  /** What rows are put in order by. */
  by: (row: Row) => string | number | null;
  /** The first column's cell is the head of its row. */
  cell: (row: Row) => ReactNode;
}

interface SortedTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** It has few rows, and what they open. */
  isTall?: boolean;
  /** What stands below a row that is open, over the whole width. */
  below?: (row: Row) => ReactNode;
}

/** A table whose heads put it in order, and that scrolls by itself, also by keys. */
export function SortedTable<Row>({ label, columns, rows, keyOf, isTall, below }: SortedTableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const chosen = columns.find(({ id }) => id === sorting?.column);
  const ordered = sorting && chosen ? sortedBy(rows, chosen.by, sorting.isDescending) : rows;
  const directionOf = (id: string) => {
    if (sorting?.column !== id) return undefined;
    return sorting.isDescending ? 'descending' : 'ascending';
  };
  // numbers begin with the largest one, words with the first
  const sort = ({ id, isNumber }: Column<Row>) =>
    setSorting((known) => ({
      column: id,
      isDescending: known?.column === id ? !known.isDescending : isNumber === true,
    }));
  return (
    <Scroller role="group" aria-label={label} tabIndex={0} data-tall={isTall || undefined}>
      <Table>
        <thead>
          <tr>
            {columns.map((column) => {
              const direction = directionOf(column.id);
              return (
                <th key={column.id} scope="col" data-number={column.isNumber || undefined} aria-sort={direction}>
                  <Sort type="button" onClick={() => sort(column)}>
                    {column.head}
                    {direction === 'descending' && <ArrowDown aria-hidden />}
                    {direction === 'ascending' && <ArrowUp aria-hidden />}
                  </Sort>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {ordered.map((row) => {
            const open = below?.(row);
            return (
              <Fragment key={keyOf(row)}>
                <tr>
                  {columns.map(({ id, isNumber, cell }, index) =>
                    index === 0 ? (
                      <th key={id} scope="row">
                        {cell(row)}
                      </th>
                    ) : (
                      <td key={id} data-number={isNumber || undefined}>
                        {cell(row)}
                      </td>
                    ),
                  )}
                </tr>
                {open && (
                  <tr>
                    <td colSpan={columns.length}>{open}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </Table>
    </Scroller>
  );
}
