import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { ApiKey, KeyCall } from '@/api/types';
import { isMessageId, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Mono } from '@/ui/Code';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { keyCallsOptions } from '../api';
import { toneOf } from '../model';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  margin-bottom: 8px;
`;

const Stale = styled.p`
  margin-bottom: 8px;
  color: ${color.warning};
  font-size: ${font.base};
`;

const Nothing = styled.p`
  padding: 24px 0;
  color: ${color.textMuted};
  font-size: ${font.base};
  text-align: center;
`;

const List = styled.ol`
  max-height: 50vh;
  margin: 0;
  padding: 0;
  overflow: auto;
  list-style: none;
  font-size: ${font.base};

  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 2px 10px;
    align-items: center;
    padding: 8px 0;
    border-bottom: 1px solid ${color.line};
  }
  & > li > code {
    overflow-wrap: anywhere;
  }
  & > li > small {
    color: ${color.textMuted};
    font-size: ${font.base};
    font-variant-numeric: tabular-nums;
  }
  & > li > p {
    grid-column: 2 / -1;
    color: ${color.textMuted};
    overflow-wrap: anywhere;
  }
`;

interface KeyCallsProps {
  apiKey: ApiKey;
  onClose: () => void;
}

/** The last calls by a key: what was asked for and how it ended, never what was said. */
export function KeyCalls({ apiKey, onClose }: KeyCallsProps) {
  const t = useT();
  const [onlyErrors, setOnlyErrors] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(keyCallsOptions(apiKey.id, onlyErrors));
  return (
    <Dialog
      isOpen
      isSteady
      size="lg"
      title={t('messagesApi.keys.callsOf', { name: apiKey.name })}
      description={t('messagesApi.keys.callsText', { count: data?.keptMax ?? 100 })}
      onClose={onClose}
    >
      <Head>
        {/* no field: what it filters is nothing that could be lost by closing */}
        <Button
          variant={onlyErrors ? 'primary' : 'secondary'}
          size="sm"
          aria-pressed={onlyErrors}
          onClick={() => setOnlyErrors(!onlyErrors)}
        >
          {t('messagesApi.keys.onlyErrors')}
        </Button>
        <Button variant="secondary" size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          {t('messagesApi.keys.lookAgain')}
        </Button>
      </Head>
      {!data && !error && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && error && <Stale role="status">{t('messagesApi.keys.stale')}</Stale>}
      {data?.calls.length === 0 && (
        <Nothing role="status">{t(onlyErrors ? 'messagesApi.keys.noErrors' : 'messagesApi.keys.noCalls')}</Nothing>
      )}
      {data && data.calls.length > 0 && (
        <List tabIndex={0} aria-label={t('messagesApi.calls')}>
          {data.calls.map((call) => (
            <Row key={call.id} call={call} />
          ))}
        </List>
      )}
    </Dialog>
  );
}

function Row({ call }: { call: KeyCall }) {
  const t = useT();
  const why = `errors.${call.code ?? ''}`;
  return (
    <li>
      <Pill tone={toneOf(call.status)}>{call.status}</Pill>
      <Mono>{`${call.method} ${call.path}`}</Mono>
      <small>{t('messagesApi.millis', { count: call.millis })}</small>
      <p>
        <time dateTime={call.at}>{formatDateTime(call.at)}</time>
        {' · '}
        {t('messagesApi.keys.request', { id: call.requestId })}
        {call.code !== null && ` · ${isMessageId(why) ? t(why) : call.code}`}
      </p>
    </li>
  );
}
