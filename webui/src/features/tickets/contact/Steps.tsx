import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { Ticket, TicketStep } from '@/api/types';
import { isMessageId, useT, type Translate } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { Skeleton } from '@/ui/Skeleton';
import { stepsOptions } from './noteCalls';
import { Section } from './Section';

const List = styled.ol`
  display: grid;
  gap: 10px;
  margin-left: 4px;
  padding-left: 14px;
  border-left: 1px solid ${color.line};
  list-style: none;
`;

const Item = styled.li`
  position: relative;
  font-size: ${font.base};

  &::before {
    content: '';
    position: absolute;
    top: 6px;
    left: -18px;
    width: 7px;
    height: 7px;
    border-radius: 50%;
    background: ${color.lineStrong};
  }
`;

const When = styled.time`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

/** Whom a ticket went to: its new attendant, or those of a queue. */
function target(step: TicketStep, t: Translate): string {
  if (step.user) return step.queue ? `${step.user.name} (${step.queue.name})` : step.user.name;
  return step.queue ? t('drawer.stepWaits', { queue: step.queue.name }) : t('drawer.stepNoQueue');
}

/** Why it was closed; of a rating, what its number means. */
function reasonOf({ action, reason }: TicketStep, t: Translate) {
  const rating = `drawer.rating.${reason}`;
  return action === 'rated' && isMessageId(rating) ? t(rating) : reason;
}

/** Who opened, accepted, moved and closed the ticket, newest first. */
export function Steps({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const { data: steps, error, refetch } = useQuery(stepsOptions(ticket));
  return (
    <Section title={t('drawer.steps')}>
      {!steps && !error && <Skeleton height={40} />}
      {!steps && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {steps?.length === 0 && !ticket.campaign && <Muted>{t('drawer.noSteps')}</Muted>}
      {steps && steps.length > 0 && (
        <List>
          {steps.map((step) => (
            <Item key={step.id}>
              {t(`drawer.step.${step.action}`, { by: step.by?.name ?? t('drawer.formerUser'), to: target(step, t) })}
              {step.reason && <Muted>{reasonOf(step, t)}</Muted>}
              <When dateTime={step.at}>{formatDateTime(step.at)}</When>
            </Item>
          ))}
        </List>
      )}
      {steps && ticket.campaign && <Muted>{t('drawer.ofCampaign', { name: ticket.campaign.name })}</Muted>}
    </Section>
  );
}
