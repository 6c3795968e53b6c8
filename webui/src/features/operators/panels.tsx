import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { ConnectionStatus, Operation } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime, formatMoment } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { Pill, type Tone } from '@/ui/Pill';
import { amount, every, handledPerSecond, type Samples } from './model';

const Root = styled.section`
  min-width: 0;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  &[data-wide] {
    grid-column: 1 / -1;
  }
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 2px 10px;
  margin-bottom: 8px;

  & > h2 {
    font-size: ${font.md};
  }
  & > p {
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Scroller = styled.div`
  max-height: 420px;
  overflow: auto;
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
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  & thead th {
    color: ${color.textSubtle};
    font-size: ${font.sm};
    font-weight: ${font.medium};
    white-space: nowrap;
  }
  & tbody th {
    min-width: 14ch;
    font-weight: ${font.medium};
  }
  & [data-number] {
    text-align: right;
    white-space: nowrap;
  }
  & tr > :last-child {
    padding-right: 0;
  }
  & tbody > tr:last-child > * {
    border-bottom: 0;
  }
`;

const Code = styled.code`
  font-size: ${font.sm};
`;

const None = styled.p`
  padding: 8px 0;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const Below = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.regular};
`;

interface PanelProps {
  title: string;
  note?: string | undefined;
  isWide?: boolean;
  children: ReactNode;
}

const Panel = ({ title, note, isWide, children }: PanelProps) => (
  <Root aria-label={title} data-wide={isWide || undefined}>
    <Head>
      <h2>{title}</h2>
      {note && <p>{note}</p>}
    </Head>
    {children}
  </Root>
);

/** A table that scrolls by itself, also by keys. */
const Rows = ({ label, heads, numbers = [], children }: RowsProps) => (
  <Scroller role="group" aria-label={label} tabIndex={0}>
    <Table>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} scope="col" data-number={numbers.includes(index) || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  </Scroller>
);

interface RowsProps {
  label: string;
  heads: readonly string[];
  /** Columns that hold numbers. */
  numbers?: readonly number[];
  children: ReactNode;
}

interface OperationProps {
  operation: Operation;
}

export function NodesPanel({ operation }: OperationProps) {
  const t = useT();
  return (
    <Panel title={t('operators.nodes')} isWide>
      <Table>
        <tbody>
          {operation.nodes.map(({ name, alive, connections }) => (
            <tr key={name}>
              <th scope="row">
                {name}{' '}
                {name === operation.node && (
                  <Below>
                    {t('operators.thisNode')}, {t('operators.upSince', { time: formatDateTime(operation.startedAt) })}
                  </Below>
                )}
              </th>
              <td>
                <Pill hasDot tone={alive ? 'success' : 'danger'}>
                  {t(alive ? 'operators.alive' : 'operators.gone')}
                </Pill>
              </td>
              <td data-number>{t('operators.nodeConnections', { count: connections })}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

export function ActorsPanel({ samples }: { samples: Samples }) {
  const t = useT();
  const heads = ['kind', 'liveCount', 'handled', 'p99', 'full', 'restarts'] as const;
  return (
    <Panel title={t('operators.actors')}>
      <Rows label={t('operators.actors')} heads={heads.map((head) => t(`operators.${head}`))} numbers={[1, 2, 3, 4, 5]}>
        {samples.latest.actors.map(({ kind, live, p99Ms, mailboxFull, restarts }) => {
          const handled = handledPerSecond(samples, kind);
          return (
            <tr key={kind}>
              <th scope="row">{kind}</th>
              <td data-number>{amount(live)}</td>
              <td data-number>{handled === null ? '—' : amount(handled)}</td>
              <td data-number>{p99Ms == null ? '—' : t('operators.milliseconds', { ms: amount(p99Ms) })}</td>
              <td data-number>{amount(mailboxFull)}</td>
              <td data-number>{amount(restarts)}</td>
            </tr>
          );
        })}
      </Rows>
    </Panel>
  );
}

const TONES: Record<ConnectionStatus, Tone> = {
  CONNECTED: 'success',
  DISCONNECTED: 'danger',
  qrcode: 'info',
  OPENING: 'warning',
  PAIRING: 'warning',
  TIMEOUT: 'warning',
};

export function ConnectionsPanel({ operation }: OperationProps) {
  const t = useT();
  const { connections } = operation;
  const up = connections.filter(({ status }) => status === 'CONNECTED').length;
  const heads = ['connection', 'state', 'lastEvent'] as const;
  return (
    <Panel title={t('operators.connections')} note={t('operators.up', { up, all: connections.length })}>
      {connections.length === 0 ? (
        <None>{t('operators.noConnections')}</None>
      ) : (
        <Rows label={t('operators.connections')} heads={heads.map((head) => t(`operators.${head}`))} numbers={[2]}>
          {connections.map((each) => (
            <tr key={each.id}>
              <th scope="row">
                {each.name}
                <Below>
                  {each.companyName}
                  {each.node && ` · ${each.node}`}
                </Below>
              </th>
              <td>
                <Pill tone={TONES[each.status]}>{t(`connections.status.${each.status}`)}</Pill>
                {each.statusReason && <Below>{each.statusReason}</Below>}
              </td>
              <td data-number>
                {each.lastEventAt ? formatMoment(each.lastEventAt, new Date(operation.at)) : '—'}
                <Below>{t('operators.queued', { count: each.queued })}</Below>
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Panel>
  );
}

export function JobsPanel({ operation }: OperationProps) {
  const t = useT();
  const heads = ['job', 'every', 'lastRun', 'took', 'result'] as const;
  return (
    <Panel title={t('operators.jobs')}>
      <Rows label={t('operators.jobs')} heads={heads.map((head) => t(`operators.${head}`))} numbers={[3]}>
        {operation.jobs.map((job) => {
          const { unit, count } = every(job.every);
          return (
            <tr key={job.name}>
              <th scope="row">{job.name}</th>
              <td>{t(`operators.${unit}`, { count })}</td>
              <td>{job.lastRunAt ? formatMoment(job.lastRunAt, new Date(operation.at)) : '—'}</td>
              <td data-number>{t('operators.milliseconds', { ms: amount(job.tookMs) })}</td>
              <td>
                <Pill tone={job.failed ? 'danger' : 'success'}>
                  {t(job.failed ? 'operators.failed' : 'operators.fine')}
                </Pill>
                {job.failures > 0 && <Below>{t('operators.failures', { count: job.failures })}</Below>}
              </td>
            </tr>
          );
        })}
      </Rows>
    </Panel>
  );
}

export function StatementsPanel({ operation }: OperationProps) {
  const t = useT();
  const heads = ['statement', 'times', 'mean', 'longest'] as const;
  return (
    <Panel title={t('operators.statements')} note={t('operators.statementsNote')}>
      {operation.slowStatements.length === 0 ? (
        <None>{t('operators.noStatements')}</None>
      ) : (
        <Rows label={t('operators.statements')} heads={heads.map((head) => t(`operators.${head}`))} numbers={[1, 2, 3]}>
          {operation.slowStatements.map((each) => (
            <tr key={each.text}>
              <td>
                <Code>{each.text}</Code>
              </td>
              <td data-number>{amount(each.times)}</td>
              <td data-number>{t('operators.milliseconds', { ms: amount(each.meanMs) })}</td>
              <td data-number>{t('operators.milliseconds', { ms: amount(each.longestMs) })}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Panel>
  );
}
