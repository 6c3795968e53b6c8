import CircleAlert from 'lucide-react/icons/circle-alert';
import FlaskConical from 'lucide-react/icons/flask-conical';
import X from 'lucide-react/icons/x';
import styled from 'styled-components';
import type { IntegrationCall } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { lasted } from '@/lib/lasted';
import { color } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { CopyButton, Mono } from '@/ui/Code';
import { Dialog } from '@/ui/Dialog';
import { IconButton } from '@/ui/IconButton';
import { DetailsBody, DetailsHead, Problem, Tries } from '@/ui/LogDetails';
import { Pill } from '@/ui/Pill';
import { toneOf } from '../model';
import { CallState } from './CallState';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(110px, auto) minmax(0, 1fr);
  gap: 6px 14px;
  align-items: center;
  margin: 0;

  & > dt {
    color: ${color.textMuted};
  }
  & > dd {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 28px;
    margin: 0;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
`;

interface CallDetailsProps {
  call: IntegrationCall;
  /** Its tries, oldest first. */
  tries: readonly IntegrationCall[];
  onTry: () => void;
  onClose: () => void;
}

function useTitle({ step, ticketId }: IntegrationCall) {
  const t = useT();
  const words = t(`queueIntegrations.step.${step}`);
  return ticketId === null ? words : `${words} · #${ticketId}`;
}

/** A call beside the log: how it went, and its tries. */
export function CallDetails({ call, tries, onTry, onClose }: CallDetailsProps) {
  const t = useT();
  const title = useTitle(call);
  return (
    <section aria-label={t('queueIntegrations.details')}>
      <DetailsHead>
        <Pill tone={toneOf(call)}>
          <CallState call={call} />
        </Pill>
        <h2>{title}</h2>
        <Button variant="secondary" size="sm" icon={<FlaskConical />} onClick={onTry}>
          {t('queueIntegrations.trySession')}
        </Button>
        <IconButton label={t('queueIntegrations.close')} onClick={onClose}>
          <X />
        </IconButton>
      </DetailsHead>
      <Content call={call} tries={tries} />
    </section>
  );
}

/** The same on a phone, in place of the log. */
export function CallDetailsDialog({ call, tries, onTry, onClose }: CallDetailsProps) {
  const t = useT();
  const title = useTitle(call);
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <Button variant="secondary" icon={<FlaskConical />} onClick={onTry}>
          {t('queueIntegrations.trySession')}
        </Button>
      }
    >
      <Content call={call} tries={tries} />
    </Dialog>
  );
}

function Content({ call, tries }: Pick<CallDetailsProps, 'call' | 'tries'>) {
  const t = useT();
  return (
    <DetailsBody>
      {call.outcome !== 'taken' && (
        <Problem>
          <CircleAlert />
          {t(`queueIntegrations.why.${call.outcome}`, { status: call.status ?? '' })}
        </Problem>
      )}
      <h3>{t('queueIntegrations.tries', { count: tries.length })}</h3>
      <Tries>
        {tries.map((each) => (
          <li key={each.id}>
            <time dateTime={each.at}>{formatDateTime(each.at)}</time>
            <span>
              <CallState call={each} />
            </span>
            <small>{lasted(each.millis)}</small>
          </li>
        ))}
      </Tries>
      <Facts>
        {call.contactName !== null && (
          <>
            <dt>{t('queueIntegrations.fact.customer')}</dt>
            <dd>{call.contactName}</dd>
          </>
        )}
        <dt>{t('queueIntegrations.fact.ticket')}</dt>
        <dd>{call.ticketId === null ? t('queueIntegrations.fact.gone') : `#${call.ticketId}`}</dd>
        <dt>{t('queueIntegrations.fact.messages')}</dt>
        <dd>{call.messages}</dd>
        <dt>X-Guiche-Delivery</dt>
        <dd>
          <Mono>{call.delivery}</Mono>
          <CopyButton
            label={t('queueIntegrations.copy')}
            copiedLabel={t('queueIntegrations.copied')}
            text={String(call.delivery)}
          />
        </dd>
      </Facts>
      <p>{t('queueIntegrations.noBodies')}</p>
    </DetailsBody>
  );
}
