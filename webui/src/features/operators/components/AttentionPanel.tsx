import styled from 'styled-components';
import type { Operation } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { color, font } from '@/styles/tokens';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Link } from '@/ui/Link';
import { Pill } from '@/ui/Pill';
import { amount, secondsBetween } from '../model';
import { useKindName, useJobName } from '../names';
import { useSpan } from '../useSpan';
import { Dot } from './NodeCards';
import { None } from './Words';

type Attention = Operation['attention'][number];

const List = styled.ul`
  max-height: 180px;
  overflow: auto;
  font-size: ${font.sm};
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 30px;
  padding: 4px 0;
  border-bottom: 1px solid ${color.line};

  &:last-child {
    border-bottom: 0;
  }
  & > span:nth-child(2) {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > a {
    color: ${color.accentText};
    font-weight: ${font.medium};
  }
`;

/** What is the matter, in words. */
function useText(at: string): (one: Attention) => string {
  const t = useT();
  const span = useSpan();
  const kindName = useKindName();
  const jobName = useJobName();
  return ({ code, name, since, count, delayMs }) => {
    const known = count ?? 0;
    const lasted = since ? span(secondsBetween(since, at)) : '—';
    switch (code) {
      case 'connectionDown':
        return t('operators.attention.connectionDown', { name, span: lasted });
      case 'outboxStuck':
        return t('operators.attention.outboxStuck', { name, count: known, span: lasted });
      case 'jobFailed':
        return t('operators.attention.jobFailed', { name: jobName(name), count: known });
      case 'threadDelay':
        return t('operators.attention.threadDelay', { name, ms: amount(delayMs ?? 0) });
      case 'mailboxFull':
        return t('operators.attention.mailboxFull', { name: kindName(name).name, count: known });
      case 'actorRestarts':
        return t('operators.attention.actorRestarts', { name: kindName(name).name, count: known });
    }
  };
}

/** Where it is seen to: one's own numbers on their page, those of others with their company. */
function pageOf({ companyId }: Attention, own: number): string | null {
  if (companyId == null) return null;
  return companyId === own ? paths.connections : `${paths.settings}?tab=companies`;
}

/** What somebody should look at, by the rules by which companies are told. */
export function AttentionPanel({ operation }: { operation: Operation }) {
  const t = useT();
  const own = useUser().companyId;
  const textOf = useText(operation.at);
  const { attention } = operation;
  const count = attention.length > 0 && <Pill tone="warning">{attention.length}</Pill>;
  return (
    <FiguresPanel title={t('operators.attention')} aside={count}>
      {attention.length === 0 ? (
        <None>{t('operators.noAttention')}</None>
      ) : (
        <List aria-label={t('operators.attention')} tabIndex={0}>
          {attention.map((one) => {
            const page = pageOf(one, own);
            const text = textOf(one);
            return (
              <Row key={`${one.code} ${one.companyId ?? ''} ${one.name} ${one.since ?? ''}`}>
                <Dot data-tone={one.code === 'connectionDown' ? 'danger' : 'warning'} />
                <span>{text}</span>
                {page && (
                  <Link to={page} aria-label={t('operators.attention.seeIt', { text })}>
                    {t('operators.attention.see')}
                  </Link>
                )}
              </Row>
            );
          })}
        </List>
      )}
    </FiguresPanel>
  );
}
