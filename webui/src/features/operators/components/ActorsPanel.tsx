import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import styled from 'styled-components';
import type { Operation, OperationSeries } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Pill } from '@/ui/Pill';
import { amount, handledPerSecond, type Samples } from '../model';
import { useKindName } from '../names';
import { KindSeries } from './KindSeries';
import { SortedTable, type Column } from './SortedTable';
import { Sparkline } from './Sparkline';

type Kind = Operation['actors'][number];

/** An actor that is busy for longer with one message keeps others waiting. */
const SLOW_MS = 50;

const Note = styled.span`
  margin-left: 4px;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.regular};
`;

const Slow = styled.span`
  color: ${color.warning};
  font-weight: ${font.semibold};
`;

const Opener = styled.button`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  font: inherit;
  text-align: left;

  & > svg {
    width: 14px;
    height: 14px;
    margin: 0 4px 0 -4px;
    color: ${color.textSubtle};
  }
  &[aria-expanded='true'] > svg {
    transform: rotate(90deg);
  }
`;

const Handled = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: 10px;
`;

function useColumns({ samples, series, opened, onOpen }: Shown): Column<Kind>[] {
  const t = useT();
  const nameOf = useKindName();
  const nothing = '—';
  return [
    {
      id: 'kind',
      head: t('operators.kind'),
      by: ({ kind }) => nameOf(kind).name,
      cell: ({ kind }) => {
        const { name, note } = nameOf(kind);
        return (
          <Opener type="button" aria-expanded={opened === kind} onClick={() => onOpen(kind)}>
            <ChevronRight aria-hidden />
            <span>
              {name} {note && <Note>{note}</Note>}
            </span>
          </Opener>
        );
      },
    },
    {
      id: 'live',
      head: t('operators.liveCount'),
      isNumber: true,
      by: ({ live }) => live,
      cell: ({ live }) => amount(live),
    },
    {
      id: 'handled',
      head: t('operators.handled'),
      isNumber: true,
      by: ({ kind }) => handledPerSecond(samples, kind),
      cell: ({ kind }) => {
        const handled = handledPerSecond(samples, kind);
        const course = series?.kinds.find((each) => each.kind === kind)?.handled;
        return (
          <Handled>
            {course && course.length > 1 && <Sparkline values={course} />}
            {handled === null ? nothing : amount(handled)}
          </Handled>
        );
      },
    },
    {
      id: 'p99',
      head: t('operators.p99'),
      isNumber: true,
      by: ({ p99Ms }) => p99Ms ?? null,
      cell: ({ p99Ms }) => {
        if (p99Ms == null) return nothing;
        const text = t('operators.milliseconds', { ms: amount(p99Ms) });
        return p99Ms >= SLOW_MS ? <Slow>{text}</Slow> : text;
      },
    },
    {
      id: 'full',
      head: t('operators.full'),
      isNumber: true,
      by: ({ mailboxFull }) => mailboxFull,
      cell: ({ mailboxFull }) => <Count value={mailboxFull} />,
    },
    {
      id: 'restarts',
      head: t('operators.restarts'),
      isNumber: true,
      by: ({ restartsDay }) => restartsDay,
      cell: ({ restartsDay }) => <Count value={restartsDay} />,
    },
  ];
}

/** A number that should be zero. */
const Count = ({ value }: { value: number }) =>
  value > 0 ? <Pill tone="warning">{amount(value)}</Pill> : <>{amount(value)}</>;

interface ActorsProps {
  samples: Samples;
  series: OperationSeries | undefined;
}

interface Shown extends ActorsProps {
  /** The kind whose series is open. */
  opened: string | null;
  onOpen: (kind: string) => void;
}

/** Every kind of actor: how many live, what they handle, and how long it takes them. A row opens its series. */
export function ActorsPanel({ samples, series }: ActorsProps) {
  const t = useT();
  const { actors } = samples.latest;
  const [opened, setOpened] = useState<string | null>(null);
  const open = (kind: string) => setOpened((known) => (known === kind ? null : kind));
  const columns = useColumns({ samples, series, opened, onOpen: open });
  const rates = actors.map(({ kind }) => handledPerSecond(samples, kind) ?? 0);
  const note = t('operators.actorsNote', {
    live: amount(actors.reduce((sum, { live }) => sum + live, 0)),
    handled: samples.former ? amount(rates.reduce((sum, rate) => sum + rate, 0)) : '—',
  });
  return (
    <FiguresPanel title={t('operators.actors')} note={note}>
      <SortedTable
        label={t('operators.actors')}
        columns={columns}
        rows={actors}
        keyOf={({ kind }) => kind}
        isTall
        below={({ kind }) => kind === opened && <KindSeries kind={kind} series={series} />}
      />
    </FiguresPanel>
  );
}
