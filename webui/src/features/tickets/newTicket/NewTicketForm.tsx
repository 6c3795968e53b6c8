import { useState } from 'react';
import styled from 'styled-components';
import type { Contact } from '@/api/types';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { useUser } from '@/state/session';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/Select';
import { useOnce } from '@/ui/useOnce';
import { useCreateTicket } from './useCreateTicket';
import { useQueueChoices } from '@/features/tickets/useQueueChoices';
import { initialQueue, isQueueMissing } from './newTicket';

const Form = styled.form`
  display: grid;
  gap: 14px;
`;

const Person = styled.div`
  display: flex;
  align-items: center;
  gap: 10px;
  font-size: ${font.base};
`;

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Notice = styled.p`
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.warningSoft};
  color: ${color.warning};
  font-size: ${font.base};
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`;

interface NewTicketFormProps {
  contact: Contact;
  onBack: () => void;
  onClose: () => void;
}

/** S077: a queue is required unless an admin asks, and chosen beforehand when there is only one. */
export function NewTicketForm({ contact, onBack, onClose }: NewTicketFormProps) {
  const t = useT();
  const { profile } = useUser();
  const queues = useQueueChoices();
  const [chosen, setChosen] = useState<number | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const { create, isBusy, conflict } = useCreateTicket(contact.id, onClose);
  const once = useOnce(isBusy);
  const queueId = chosen ?? initialQueue(queues);
  const isMissing = isQueueMissing(queueId, profile);

  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (!isMissing) once(() => create(queueId));
      }}
    >
      <Person>
        <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
        <div>
          <p>{displayName(contact.name)}</p>
          <Muted>{formatPhone(contact.number)}</Muted>
        </div>
      </Person>
      <Select
        label={t('tickets.queue')}
        value={queueId === null ? '' : String(queueId)}
        placeholder={profile === 'admin' ? t('tickets.noQueue') : t('newTicket.chooseQueue')}
        options={queues.map((queue) => ({ value: String(queue.id), label: queue.name }))}
        error={isAsked && isMissing ? t('newTicket.chooseQueue') : undefined}
        onValueChange={(value) => setChosen(value === '' ? null : Number(value))}
      />
      {conflict && (
        <Notice role="alert">
          {t('tickets.conflict', {
            holder: conflict.user?.name ?? t('tickets.nobody'),
            queue: conflict.queue?.name ?? t('tickets.noQueue'),
          })}
        </Notice>
      )}
      <Foot>
        <Button variant="secondary" onClick={onBack}>
          {t('newTicket.stepBack')}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {t('newTicket.begin')}
        </Button>
      </Foot>
    </Form>
  );
}
