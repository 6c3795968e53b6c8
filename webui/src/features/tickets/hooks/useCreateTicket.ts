import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../api/client';
import { keys } from '../../../api/keys';
import type { Ticket, TicketConflict } from '../../../api/types';
import { paths } from '../../../app/paths';
import { errorText } from '../../../i18n';
import { applyTicket } from '../../../realtime/handlers/ticket';
import { useUser } from '../../../state/session';
import { toast } from '../../../ui/toast';
import { ticketCalls } from '../api';
import { useViewer } from './useViewer';

/** S066: opens a ticket; when the contact has one already, the own one is shown and another's holder is named. */
export function useCreateTicket(contactId: number, onDone: () => void) {
  const user = useUser();
  const viewer = useViewer();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<TicketConflict | null>(null);

  const show = (uuid: string) => {
    onDone();
    void navigate(paths.ticket(uuid));
  };
  const handleError = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') {
      toast.error(errorText(error));
      return;
    }
    const body = error.body as TicketConflict;
    if (body.userId === user.id && body.ticket) show(body.ticket.uuid);
    else setConflict(body);
  };
  const create = useMutation({
    mutationFn: (queueId: number | null) =>
      ticketCalls.create({ contactId, userId: user.id, status: 'open', ...(queueId === null ? {} : { queueId }) }),
    onSuccess: (ticket: Ticket) => {
      client.setQueryData(keys.ticket(ticket.uuid), ticket);
      applyTicket(client, ticket, viewer);
      show(ticket.uuid);
    },
    onError: handleError,
  });
  return { create: create.mutate, isBusy: create.isPending, conflict };
}
