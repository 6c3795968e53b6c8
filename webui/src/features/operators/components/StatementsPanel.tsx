import styled from 'styled-components';
import type { Operation } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { CopyButton, Mono } from '@/ui/Code';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { amount, statementsText, took } from '../model';
import { None } from './Words';
import { SortedTable, type Column } from './SortedTable';

type Statement = Operation['slowStatements'][number];

const Text = styled(Mono)`
  display: -webkit-box;
  min-width: 180px;
  overflow: hidden;
  color: ${color.textMuted};
  white-space: normal;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Time = styled.span`
  &[data-tone='warning'] {
    color: ${color.warning};
    font-weight: ${font.semibold};
  }
  &[data-tone='danger'] {
    color: ${color.danger};
    font-weight: ${font.semibold};
  }
`;

function toneOf(ms: number): 'danger' | 'warning' | undefined {
  if (ms >= 1000) return 'danger';
  return ms >= 500 ? 'warning' : undefined;
}

/** Statements that took long, without their values. */
export function StatementsPanel({ operation }: { operation: Operation }) {
  const t = useT();
  const { slowStatements } = operation;
  const long = (ms: number) => {
    const { unit, count } = took(ms);
    return t(`operators.${unit}`, { ms: count });
  };
  const columns: Column<Statement>[] = [
    {
      id: 'statement',
      head: t('operators.statement'),
      by: ({ text }) => text,
      cell: ({ text }) => <Text title={text}>{text}</Text>,
    },
    {
      id: 'times',
      head: t('operators.times'),
      isNumber: true,
      by: ({ times }) => times,
      cell: ({ times }) => amount(times),
    },
    {
      id: 'mean',
      head: t('operators.mean'),
      isNumber: true,
      by: ({ meanMs }) => meanMs,
      cell: ({ meanMs }) => long(meanMs),
    },
    {
      id: 'longest',
      head: t('operators.longest'),
      isNumber: true,
      by: ({ longestMs }) => longestMs,
      cell: ({ longestMs }) => <Time data-tone={toneOf(longestMs)}>{long(longestMs)}</Time>,
    },
  ];
  const copy = slowStatements.length > 0 && (
    <CopyButton
      label={t('operators.copyStatements')}
      copiedLabel={t('operators.copiedStatements')}
      text={statementsText(slowStatements)}
    />
  );
  return (
    <FiguresPanel title={t('operators.statements')} note={t('operators.statementsNote')} aside={copy}>
      {slowStatements.length === 0 ? (
        <None>{t('operators.noStatements')}</None>
      ) : (
        <SortedTable
          label={t('operators.statements')}
          columns={columns}
          rows={slowStatements}
          keyOf={({ text }) => text}
        />
      )}
    </FiguresPanel>
  );
}
