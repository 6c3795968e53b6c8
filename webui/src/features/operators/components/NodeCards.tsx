import styled from 'styled-components';
import type { Operation } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { amount, bytes, secondsBetween, shortNode } from '../model';
import { useSpan } from '../useSpan';
import { Gauge } from './Gauge';

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(250px, 100%), 1fr));
  gap: 14px;
  min-width: 0;
`;

const Card = styled.li`
  min-width: 0;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

const Name = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 2px 8px;
  color: ${color.textMuted};

  & > h3 {
    flex: 1;
    color: ${color.text};
    font-size: ${font.md};
  }
`;

export const Dot = styled.span`
  display: inline-block;
  flex: none;
  width: 8px;
  height: 8px;
  border-radius: 50%;
  background: ${color.textSubtle};

  &[data-tone='success'] {
    background: ${color.success};
  }
  &[data-tone='warning'] {
    background: ${color.warning};
  }
  &[data-tone='danger'] {
    background: ${color.danger};
  }
  &[data-tone='info'] {
    background: ${color.info};
  }
  h3 > & {
    margin-right: 8px;
    vertical-align: 1px;
  }
`;

const Foot = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 14px;
  margin-top: 10px;
  padding-top: 8px;
  border-top: 1px solid ${color.line};
  color: ${color.textMuted};
`;

const Gauges = styled.dl`
  margin-top: 8px;
`;

/** A delay that fills its bar; half of it is too much. */
const DELAY_MS = 20;

/** What a node uses. The others' is not known here, and is not guessed. */
function Use({ process }: { process: Operation['process'] | null }) {
  const t = useT();
  const { cpu, cores, memory, memoryLimit, delayMs } = process ?? {};
  const isKnown = cpu != null && cores !== undefined;
  return (
    <Gauges>
      <Gauge
        label={t('operators.cpu')}
        value={cpu == null ? '—' : `${Math.round(cpu * 100)}%`}
        title={isKnown ? t('operators.cpuTitle', { cores }) : undefined}
        part={isKnown ? cpu / cores : null}
        highFrom={0.8}
      />
      <Gauge
        label={t('operators.memory')}
        value={memory == null ? '—' : bytes(memory)}
        title={memoryLimit == null ? undefined : t('operators.memoryTitle', { limit: bytes(memoryLimit) })}
        part={memory != null && memoryLimit ? memory / memoryLimit : null}
        highFrom={0.85}
      />
      <Gauge
        label={t('operators.delay')}
        value={delayMs == null ? '—' : t('operators.milliseconds', { ms: amount(delayMs) })}
        title={t('operators.delayTitle')}
        part={delayMs == null ? null : delayMs / DELAY_MS}
        highFrom={0.51}
      />
    </Gauges>
  );
}

/** The nodes beside each other; what is not known of another one is not guessed. */
export function NodeCards({ operation }: { operation: Operation }) {
  const t = useT();
  const span = useSpan();
  const names = operation.nodes.map(({ name }) => name);
  return (
    <section aria-label={t('operators.nodes')}>
      <h2 className="visually-hidden">{t('operators.nodes')}</h2>
      <Cards>
        {operation.nodes.map(({ name, alive, connections }) => {
          const isOwn = name === operation.node;
          return (
            <Card key={name}>
              <Name>
                <h3 title={name}>
                  <Dot data-tone={alive ? 'success' : 'danger'} />
                  {shortNode(name, names)}
                </h3>
                {isOwn && (
                  <span title={formatDateTime(operation.startedAt)}>
                    {t('operators.upFor', { span: span(secondsBetween(operation.startedAt, operation.at)) })}
                  </span>
                )}
              </Name>
              <Use process={isOwn ? operation.process : null} />
              <Foot>
                <span>{t(alive ? 'operators.alive' : 'operators.gone')}</span>
                <span>{t('operators.nodeConnections', { count: connections })}</span>
                {isOwn && <span>{t('operators.thisNode')}</span>}
              </Foot>
            </Card>
          );
        })}
      </Cards>
    </section>
  );
}
