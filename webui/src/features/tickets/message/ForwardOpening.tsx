import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { connectionsOptions } from '@/api/connections';
import type { QueueRef } from '@/api/types';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { Select } from '@/ui/Select';
import type { Opening } from './targets';

interface ForwardOpeningProps {
  opening: Opening;
  queues: readonly QueueRef[];
  /** The queue was not chosen, and is asked for. */
  isQueueAsked: boolean;
  onChange: (opening: Opening) => void;
}

const numberOf = (value: string) => (value === '' ? null : Number(value));

/** S077: in which queue tickets are opened for contacts who have none, and by which number where there are several. */
export function ForwardOpening({ opening, queues, isQueueAsked, onChange }: ForwardOpeningProps) {
  const t = useT();
  const id = useId();
  const { profile } = useUser();
  const { data: connections = [] } = useQuery(connectionsOptions);
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('compose.forwardOpening')}</h3>
      <Select
        label={t('tickets.queue')}
        value={String(opening.queueId ?? '')}
        placeholder={profile === 'admin' ? t('tickets.noQueue') : t('compose.forwardQueue')}
        options={queues.map((queue) => ({ value: String(queue.id), label: queue.name }))}
        error={isQueueAsked ? t('compose.forwardQueue') : undefined}
        onValueChange={(value) => onChange({ ...opening, queueId: numberOf(value) })}
      />
      {connections.length > 1 && (
        <Select
          label={t('compose.forwardConnection')}
          value={String(opening.whatsappId ?? '')}
          options={[
            { value: '', label: t('compose.forwardDefault') },
            ...connections.map((each) => ({ value: String(each.id), label: each.name })),
          ]}
          onValueChange={(value) => onChange({ ...opening, whatsappId: numberOf(value) })}
        />
      )}
    </section>
  );
}
