import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { Ticket } from '../../../api/types';
import { useT } from '../../../i18n';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Select } from '../../../ui/Select';
import { attendantsOptions, connectionsOptions, queuesOptions } from '../api';
import type { TicketActions } from '../hooks/useTicketActions';
import { transferChange } from '../model/transitions';

const Fields = styled.div`
  display: grid;
  gap: 16px;
`;

interface TransferDialogProps {
  ticket: Ticket;
  actions: TicketActions;
  isOpen: boolean;
  onClose: () => void;
}

const toId = (value: string) => (value === '' ? null : Number(value));
const toOption = (each: { id: number; name: string }) => ({ value: String(each.id), label: each.name });

/** S064 */
export function TransferDialog({ ticket, actions, isOpen, onClose }: TransferDialogProps) {
  const t = useT();
  const { data: users = [] } = useQuery({ ...attendantsOptions, enabled: isOpen });
  const { data: queues = [] } = useQuery({ ...queuesOptions, enabled: isOpen });
  const { data: connections = [] } = useQuery({ ...connectionsOptions, enabled: isOpen });
  const [userId, setUserId] = useState('');
  const [queueId, setQueueId] = useState('');
  const [whatsappId, setWhatsappId] = useState('');
  const user = users.find((each) => each.id === toId(userId));
  // Whoever takes over must be able to see the queue; admins see all.
  const offered =
    user && user.profile === 'user' ? queues.filter((queue) => user.queues.some((own) => own.id === queue.id)) : queues;
  const change = transferChange({
    userId: toId(userId),
    queueId: offered.some((queue) => queue.id === toId(queueId)) ? toId(queueId) : null,
    whatsappId: toId(whatsappId),
  });

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('tickets.transferTitle')}
      description={t('tickets.transferText')}
      size="sm"
      isLocked={actions.isBusy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            isBusy={actions.isBusy}
            disabled={change === null}
            onClick={() => change && actions.transfer(change, onClose)}
          >
            {t('tickets.transfer')}
          </Button>
        </>
      }
    >
      <Fields>
        <Select
          label={t('tickets.user')}
          value={userId}
          placeholder={t('tickets.anyUser')}
          options={users.filter((each) => each.id !== ticket.userId).map(toOption)}
          onValueChange={setUserId}
        />
        <Select
          label={t('tickets.queue')}
          value={queueId}
          placeholder={t('tickets.keepQueue')}
          options={offered.map(toOption)}
          onValueChange={setQueueId}
        />
        <Select
          label={t('tickets.connection')}
          value={whatsappId}
          placeholder={t('tickets.keepConnection')}
          options={connections.map(toOption)}
          onValueChange={setWhatsappId}
        />
      </Fields>
    </Dialog>
  );
}
