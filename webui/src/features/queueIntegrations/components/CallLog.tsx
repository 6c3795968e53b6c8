import { useInfiniteQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useRef, useState } from 'react';
import type { IntegrationCall, IntegrationUse, QueueIntegration } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { lasted } from '@/lib/lasted';
import { useIsNarrow } from '@/lib/useMedia';
import { useLocale } from '@/state/locale';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { pagedList, type List } from '@/ui/list';
import { LogPanels } from '@/ui/LogDetails';
import { LogFoot, LogHead, LogOpen, LogRow, LogTable } from '@/ui/LogTable';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Select } from '@/ui/Select';
import { callsOptions, useRefreshIntegrations } from '../api';
import { shareTaken, subjectOf, toneOf, triesOf } from '../model';
import { CallDetails, CallDetailsDialog } from './CallDetails';
import { CallState } from './CallState';

interface CallLogProps {
  integration: QueueIntegration;
  use: IntegrationUse;
  onTry: () => void;
}

/** What was called of an integration, newest first, and beside it the call that is chosen. */
export function CallLog({ integration, use, onTry }: CallLogProps) {
  const t = useT();
  const locale = useLocale();
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [chosen, setChosen] = useState<IntegrationCall | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const isNarrow = useIsNarrow();
  const refresh = useRefreshIntegrations();
  const found = useInfiniteQuery(callsOptions(integration.id, onlyErrors));
  const list = pagedList(found, (page) => page.calls);
  const close = () => {
    setChosen(null);
    opener.current?.focus();
  };
  const details = chosen && {
    call: chosen,
    tries: triesOf(chosen, list.rows ?? []),
    onTry,
    onClose: close,
  };
  const isBeside = details !== null && !isNarrow;
  const refreshAll = () => {
    list.onRetry();
    void refresh();
  };

  return (
    <LogPanels data-open={isBeside || undefined}>
      <section aria-label={t('queueIntegrations.log')}>
        <LogHead>
          <h2>{t('queueIntegrations.log')}</h2>
          <small>{t('queueIntegrations.logOf', { name: integration.name })}</small>
          <Select
            label={t('queueIntegrations.filter')}
            isWide
            value={onlyErrors ? 'failed' : 'all'}
            options={(['all', 'failed'] as const).map((value) => ({
              value,
              label: t(`queueIntegrations.shown.${value}`),
            }))}
            onValueChange={(value) => setOnlyErrors(value === 'failed')}
          />
          <IconButton label={t('queueIntegrations.refresh')} onClick={refreshAll}>
            <RefreshCw />
          </IconButton>
        </LogHead>
        <Rows
          list={list}
          chosenId={chosen?.id ?? null}
          onChoose={(call, from) => {
            opener.current = from;
            setChosen(call);
          }}
        />
        {list.rows && list.rows.length > 0 && (
          <LogFoot>
            <span>
              {use.calls > 0
                ? t('queueIntegrations.keptAndTaken', { count: use.calls, share: shareTaken(use, locale) })
                : t('queueIntegrations.kept')}
            </span>
            {list.hasMore && (
              <Button variant="secondary" size="sm" isBusy={found.isFetchingNextPage} onClick={list.onMore}>
                {t('queueIntegrations.more')}
              </Button>
            )}
          </LogFoot>
        )}
      </section>
      {isBeside && <CallDetails {...details} />}
      {isNarrow && details && <CallDetailsDialog {...details} />}
    </LogPanels>
  );
}

interface RowsProps {
  list: List<IntegrationCall>;
  chosenId: number | null;
  onChoose: (call: IntegrationCall, from: HTMLElement) => void;
}

function Rows({ list, chosenId, onChoose }: RowsProps) {
  const t = useT();
  const { rows } = list;
  if (!rows) return list.error ? <ErrorState error={list.error} onRetry={list.onRetry} /> : <RowsSkeleton />;
  if (rows.length === 0) {
    return <EmptyState icon={<History />} title={t('queueIntegrations.none')} text={t('queueIntegrations.noneText')} />;
  }
  return (
    <>
      {list.error !== null && <ErrorState error={list.error} onRetry={list.onRetry} />}
      <LogTable data-stale={list.isStale || undefined}>
        <thead>
          <tr>
            <th>{t('queueIntegrations.column.status')}</th>
            <th>{t('queueIntegrations.column.when')}</th>
            <th>{t('queueIntegrations.column.step')}</th>
            <th data-number data-wide>
              {t('queueIntegrations.column.time')}
            </th>
            <th data-number data-wide>
              {t('queueIntegrations.column.attempt')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((call) => (
            <CallRow key={call.id} call={call} isChosen={call.id === chosenId} onChoose={onChoose} />
          ))}
        </tbody>
      </LogTable>
    </>
  );
}

interface CallRowProps {
  call: IntegrationCall;
  isChosen: boolean;
  onChoose: RowsProps['onChoose'];
}

function CallRow({ call, isChosen, onChoose }: CallRowProps) {
  const t = useT();
  const time = formatDateTime(call.at);
  const step = t(`queueIntegrations.step.${call.step}`);
  const subject = subjectOf(call);
  return (
    <LogRow data-chosen={isChosen || undefined}>
      <td>
        <Pill tone={toneOf(call)}>
          <CallState call={call} />
        </Pill>
      </td>
      <td>
        <time dateTime={call.at}>{time}</time>
      </td>
      <td>
        <LogOpen
          type="button"
          aria-pressed={isChosen}
          aria-label={t('queueIntegrations.open', { step: subject ? `${step} ${subject}` : step, time })}
          onClick={(event) => onChoose(call, event.currentTarget)}
        >
          {step}
        </LogOpen>
        {subject && <small> · {subject}</small>}
      </td>
      <td data-number data-wide>
        {lasted(call.millis)}
      </td>
      <td data-number data-wide>
        {t('queueIntegrations.attempt', { count: call.attempt })}
      </td>
    </LogRow>
  );
}
