import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import styled from 'styled-components';
import type { DeliveryDetails as Details } from '@/api/types';
import { isMessageId, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { lasted } from '@/lib/lasted';
import { color, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CodeText, CopyButton, Mono } from '@/ui/Code';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { DetailsBody, DetailsHead, Problem, Tries } from '@/ui/LogDetails';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { deliveryOptions, useReplay } from '../api';
import { pretty, toneOf } from '../model';

const Code = styled.div`
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.active};
`;

interface DeliveryDetailsProps {
  id: number;
  onClose: () => void;
}

/** A delivery: how it went, what was sent, what came back. */
export function DeliveryDetails({ id, onClose }: DeliveryDetailsProps) {
  const t = useT();
  const { data, error, refetch } = useQuery(deliveryOptions(id));
  const replay = useReplay();
  return (
    <section aria-label={t('webhooks.details')}>
      <DetailsHead>
        {data && <Pill tone={toneOf(data)}>{data.lastStatus ?? t(`webhooks.state.${data.state}`)}</Pill>}
        <h2>{data ? `${data.event} · ${data.subject}` : t('webhooks.details')}</h2>
        {data && (
          <Button
            variant="secondary"
            size="sm"
            icon={<RotateCcw />}
            isBusy={replay.isPending}
            onClick={() => replay.mutate(id, { onSuccess: () => toast.success(t('webhooks.replayed')) })}
          >
            {t('webhooks.replay')}
          </Button>
        )}
        <IconButton label={t('webhooks.close')} onClick={onClose}>
          <X />
        </IconButton>
      </DetailsHead>
      {!data && !error && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Content delivery={data} />}
    </section>
  );
}

function Content({ delivery }: { delivery: Details }) {
  const t = useT();
  const body = pretty(delivery.body);
  const why = () => {
    if (delivery.state === 'delivered') return null;
    if (delivery.lastStatus !== null) return t('webhooks.error.status', { status: delivery.lastStatus });
    if (delivery.lastError === null) return null;
    const id = `webhooks.error.${delivery.lastError}`;
    return isMessageId(id) ? t(id) : delivery.lastError;
  };
  const problem = why();
  return (
    <DetailsBody>
      {problem !== null && (
        <Problem>
          <CircleAlert />
          {problem}
        </Problem>
      )}
      <h3>{t('webhooks.attempts', { count: delivery.attempts })}</h3>
      <Tries>
        {delivery.tries.map((attempt) => (
          <li key={attempt.at}>
            <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
            <span>{attempt.status ?? attempt.error}</span>
            <small>{lasted(attempt.millis)}</small>
          </li>
        ))}
      </Tries>
      {delivery.dueAt !== null && <p>{t('webhooks.next', { time: formatDateTime(delivery.dueAt) })}</p>}
      <h3>
        {t('webhooks.sent')}
        <CopyButton label={t('webhooks.copyBody')} copiedLabel={t('webhooks.copied')} text={body} />
      </h3>
      <Code>
        <CodeText tabIndex={0} aria-label={t('webhooks.sent')}>
          {body}
        </CodeText>
      </Code>
      <p>
        {t('webhooks.id')}: <Mono>{`msg_${delivery.messageId.replaceAll('-', '')}`}</Mono>
      </p>
      <h3>{t('webhooks.answer')}</h3>
      <Code>
        <CodeText tabIndex={0} aria-label={t('webhooks.answer')}>
          {delivery.answer ? delivery.answer : t('webhooks.noAnswer')}
        </CodeText>
      </Code>
    </DetailsBody>
  );
}
