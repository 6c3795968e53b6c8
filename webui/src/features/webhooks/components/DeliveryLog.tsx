import { useInfiniteQuery } from '@tanstack/react-query';
import History from 'lucide-react/icons/history';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import type { WebhookDelivery, WebhookShown } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { lasted } from '@/lib/lasted';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { pagedList } from '@/ui/list';
import { LogFoot, LogHead, LogOpen, LogRow, LogTable } from '@/ui/LogTable';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Select } from '@/ui/Select';
import { toast } from '@/ui/toast';
import { logOptions, useReplayFailed, type StateChoice } from '../api';
import { STATES, toneOf } from '../model';

interface DeliveryLogProps {
  webhook: WebhookShown;
  chosenId: number | null;
  onChoose: (id: number) => void;
}

/** What a webhook was told, newest first. */
export function DeliveryLog({ webhook, chosenId, onChoose }: DeliveryLogProps) {
  const t = useT();
  const [choice, setChoice] = useState<StateChoice>('all');
  const [isAsked, setAsked] = useState(false);
  const found = useInfiniteQuery(logOptions(webhook.id, choice));
  const list = pagedList(found, (page) => page.deliveries);
  const replay = useReplayFailed();
  const { rows } = list;
  const hasFailed = choice === 'failed' && rows !== undefined && rows.length > 0;
  const options = (['all', ...STATES] as const).map((state) => ({ value: state, label: t(`webhooks.state.${state}`) }));
  const handleReplay = () =>
    replay.mutate(webhook.id, {
      onSuccess: ({ count }) => toast.success(t('webhooks.replayedAll', { count })),
      onSettled: () => setAsked(false),
    });

  return (
    <section aria-label={t('webhooks.log')}>
      <LogHead>
        <h2>{t('webhooks.log')}</h2>
        <small>{t('webhooks.logOf', { name: webhook.name })}</small>
        {hasFailed && (
          <Button variant="secondary" size="sm" onClick={() => setAsked(true)}>
            {t('webhooks.replayAll')}
          </Button>
        )}
        <Select
          label={t('webhooks.filter')}
          isWide
          value={choice}
          options={options}
          onValueChange={(value) => setChoice(value as StateChoice)}
        />
        <IconButton label={t('common.retry')} onClick={list.onRetry}>
          <RefreshCw />
        </IconButton>
      </LogHead>
      {!rows && !list.error && <RowsSkeleton />}
      {!rows && list.error !== null && <ErrorState error={list.error} onRetry={list.onRetry} />}
      {rows?.length === 0 && <EmptyState icon={<History />} title={t('webhooks.none')} text={t('webhooks.noneText')} />}
      {rows && rows.length > 0 && (
        <>
          <LogTable data-stale={list.isStale || undefined}>
            <thead>
              <tr>
                <th>{t('webhooks.head.status')}</th>
                <th>{t('webhooks.head.when')}</th>
                <th>{t('webhooks.head.event')}</th>
                <th data-number data-wide>
                  {t('webhooks.head.time')}
                </th>
                <th data-number data-wide>
                  {t('webhooks.head.attempt')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isChosen={delivery.id === chosenId}
                  onChoose={() => onChoose(delivery.id)}
                />
              ))}
            </tbody>
          </LogTable>
          <LogFoot>
            <span>{t('webhooks.kept', { count: found.data?.pages[0]?.count ?? rows.length })}</span>
            {list.hasMore && (
              <Button variant="secondary" size="sm" isBusy={found.isFetchingNextPage} onClick={list.onMore}>
                {t('webhooks.more')}
              </Button>
            )}
          </LogFoot>
        </>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={t('webhooks.replayAllTitle', { name: webhook.name })}
        text={t('webhooks.replayAllText')}
        confirmLabel={t('webhooks.replayAll')}
        isBusy={replay.isPending}
        onConfirm={handleReplay}
        onClose={() => setAsked(false)}
      />
    </section>
  );
}

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  isChosen: boolean;
  onChoose: () => void;
}

function DeliveryRow({ delivery, isChosen, onChoose }: DeliveryRowProps) {
  const t = useT();
  const time = formatDateTime(delivery.createdAt);
  return (
    <LogRow data-chosen={isChosen || undefined}>
      <td>
        <Pill tone={toneOf(delivery)}>{delivery.lastStatus ?? t(`webhooks.state.${delivery.state}`)}</Pill>
      </td>
      <td>
        <time dateTime={delivery.createdAt}>{time}</time>
      </td>
      <td>
        <LogOpen
          type="button"
          aria-pressed={isChosen}
          aria-label={t('webhooks.open', { event: `${delivery.event} ${delivery.subject}`, time })}
          onClick={onChoose}
        >
          {delivery.event}
        </LogOpen>{' '}
        <small>· {delivery.subject}</small>
      </td>
      <td data-number data-wide>
        {delivery.lastMillis === null ? '' : lasted(delivery.lastMillis)}
      </td>
      <td data-number data-wide>
        {delivery.attempts}
      </td>
    </LogRow>
  );
}
