import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { attendantsOptions } from '@/api/attendants';
import { connectionsOptions } from '@/api/connections';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { TextArea } from '@/ui/TextArea';
import { Select } from '@/ui/Select';
import { useOnce } from '@/ui/useOnce';
import type { TicketChange } from '@/features/tickets/api';
import { transferChange } from './transitions';

const Form = styled.form`
  display: grid;
  gap: 16px;
`;

const Foot = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`;

interface TransferFormProps {
  /** Who has it now, and so is no destination. */
  holderId: number | null;
  /** The ticket is one: its receiver may be told something. */
  hasNote?: boolean;
  isBusy: boolean;
  onTransfer: (change: TicketChange) => void;
  onClose: () => void;
}

const toId = (value: string) => (value === '' ? null : Number(value));
const toOption = (each: { id: number; name: string }) => ({ value: String(each.id), label: each.name });

/** S064 */
export default function TransferForm({ holderId, hasNote = false, isBusy, onTransfer, onClose }: TransferFormProps) {
  const t = useT();
  const { data: users = [] } = useQuery(attendantsOptions);
  const { data: queues = [] } = useQuery(queuesOptions);
  const { data: connections = [] } = useQuery(connectionsOptions);
  const once = useOnce(isBusy);
  const [userId, setUserId] = useState('');
  const [queueId, setQueueId] = useState('');
  const [note, setNote] = useState('');
  const [whatsappId, setWhatsappId] = useState('');
  const user = users.find((each) => each.id === toId(userId));
  // Whoever takes over must be able to see the queue; admins see all.
  const isLimited = user !== undefined && user.profile !== 'admin';
  const offered = isLimited ? queues.filter((queue) => user.queues.some((own) => own.id === queue.id)) : queues;
  const change = transferChange({
    userId: toId(userId),
    queueId: offered.some((queue) => queue.id === toId(queueId)) ? toId(queueId) : null,
    whatsappId: toId(whatsappId),
  });

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (change) once(() => onTransfer(note.trim() === '' ? change : { ...change, note: note.trim() }));
      }}
    >
      <Select
        label={t('bulk.transfer.user')}
        value={userId}
        placeholder={t('bulk.transfer.anyUser')}
        options={users
          .filter((each) => each.id !== holderId)
          .toSorted((one, other) => Number(other.online) - Number(one.online))
          .map((each) => ({
            value: String(each.id),
            label: each.online ? t('bulk.transfer.online', { name: each.name }) : each.name,
          }))}
        onValueChange={setUserId}
      />
      <Select
        label={t('tickets.queue')}
        value={queueId}
        placeholder={t('bulk.transfer.keepQueue')}
        options={offered.map(toOption)}
        onValueChange={setQueueId}
      />
      <Select
        label={t('bulk.transfer.connection')}
        value={whatsappId}
        placeholder={t('bulk.transfer.keepConnection')}
        options={connections.map(toOption)}
        onValueChange={setWhatsappId}
      />
      {hasNote && (
        <TextArea
          label={t('bulk.transfer.note')}
          hint={t('bulk.transfer.noteHint')}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <Foot>
        <Button variant="secondary" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={change === null}>
          {t('tickets.transfer')}
        </Button>
      </Foot>
    </Form>
  );
}
