import styled from 'styled-components';
import type { ImportPreview, ImportRow } from '@/api/types';
import { useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { color, font, media, radius } from '@/styles/tokens';
import { isMendable, problemOf, type Mended } from './importMending';
import { Input } from './Input';

const Root = styled.div`
  display: grid;
  gap: 12px;
  font-size: ${font.base};
`;

const Counts = styled.p`
  font-weight: ${font.medium};
`;

const Box = styled.div`
  max-height: 210px;
  overflow: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;

  & th {
    position: sticky;
    top: 0;
    background: ${color.surfaceAlt};
    color: ${color.textSubtle};
    font-weight: ${font.medium};
    text-align: left;
  }
  & th,
  & td {
    max-width: 180px;
    padding: 6px 10px;
    overflow: hidden;
    border-bottom: 1px solid ${color.line};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & td:last-child {
    max-width: none;
    white-space: normal;
  }
  & small {
    display: block;
    overflow: hidden;
    color: ${color.textMuted};
    font-size: ${font.xs};
    text-overflow: ellipsis;
  }

  @media ${media.sm} {
    & th,
    & td {
      max-width: 120px;
      padding: 6px;
    }
  }
`;

const Problem = styled.span`
  color: ${color.danger};
`;

const More = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Cell = styled(Input)`
  display: block;
  width: 160px;
  height: 28px;
  padding: 0 8px;
  font-size: ${font.sm};

  & + & {
    margin-top: 4px;
  }
`;

const LABELS = {
  name: 'contacts.form.name',
  number: 'contacts.form.number',
  email: 'contacts.form.emailLabel',
} as const;

interface RowsProps {
  label: string;
  rows: readonly ImportRow[];
  known: string;
  mended?: Mended;
  onMend?: (row: ImportRow) => void;
}

function MendRow({ row, onMend }: { row: ImportRow; onMend: (row: ImportRow) => void }) {
  const t = useT();
  const problem = problemOf(row);
  const field = (key: 'name' | 'number' | 'email') => (
    <Cell
      value={row[key]}
      maxLength={100}
      autoComplete="off"
      aria-label={t('contacts.import.mend', { field: t(LABELS[key]), line: row.line })}
      aria-invalid={problem === key || undefined}
      placeholder={t(LABELS[key])}
      onChange={(event) => onMend({ ...row, [key]: event.target.value })}
    />
  );
  return (
    <tr>
      <td>{row.line}</td>
      <td>{field('name')}</td>
      <td>
        {field('number')}
        {(row.email !== '' || row.problem === 'email') && field('email')}
      </td>
      <td>
        {problem === null ? t('contacts.import.mended') : <Problem>{t(`contacts.import.problem.${problem}`)}</Problem>}
      </td>
    </tr>
  );
}

function Rows({ label, rows, known, mended = {}, onMend }: RowsProps) {
  const t = useT();
  const hasProblems = rows.some((row) => row.problem);
  return (
    <Box tabIndex={0} role="region" aria-label={label}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('contacts.import.line')}</th>
            <th scope="col">{t('contacts.form.name')}</th>
            <th scope="col">{t('contacts.form.number')}</th>
            {hasProblems && <th scope="col">{t('contacts.import.problem')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) =>
            onMend && isMendable(row) ? (
              <MendRow key={row.line} row={{ ...row, ...mended[row.line] }} onMend={onMend} />
            ) : (
              <tr key={row.line}>
                <td>{row.line}</td>
                <td title={row.name}>
                  {row.name}
                  {row.email && <small title={row.email}>{row.email}</small>}
                </td>
                <td>{row.problem === 'number' ? row.number : formatPhone(row.number)}</td>
                {row.problem && (
                  <td>
                    <Problem>{row.problem === 'known' ? known : t(`contacts.import.problem.${row.problem}`)}</Problem>
                  </td>
                )}
              </tr>
            ),
          )}
        </tbody>
      </Table>
    </Box>
  );
}

interface ImportSummaryProps {
  preview: ImportPreview;
  known: string;
  mended: Mended;
  onMend: (row: ImportRow) => void;
}

/** What an import would do: how many, the first ones, and every row that is left out with its reason, which can be mended where its words are wrong. */
export function ImportSummary({ preview, known, mended, onMend }: ImportSummaryProps) {
  const t = useT();
  const { count, ready, rows, problems } = preview;
  const left = count - ready;
  const hidden = left - problems.length;
  return (
    <Root>
      <Counts role="status">{t('contacts.import.ready', { ready, count })}</Counts>
      {rows.length > 0 && <Rows label={t('contacts.import.first')} rows={rows} known={known} />}
      {left > 0 && (
        <>
          <Counts>{t('contacts.import.leftOut', { count: left })}</Counts>
          <Rows
            label={t('contacts.import.leftOut', { count: left })}
            rows={problems}
            known={known}
            mended={mended}
            onMend={onMend}
          />
          {hidden > 0 && <More>{t('contacts.import.andMore', { count: hidden })}</More>}
        </>
      )}
    </Root>
  );
}
